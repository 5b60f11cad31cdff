import type { Config } from './config.ts';
import { Agenda } from './core/agenda.ts';
import { Clock } from './core/clock.ts';
import { Faults } from './core/faults.ts';
import { Store } from './core/store.ts';
import { Webhooks } from './core/webhooks.ts';
import { Mailbox } from './mailbox/mailbox.ts';
import { PayPal } from './paypal/paypal.ts';
import { PayPalEvents } from './paypal/signing.ts';
import { Rates } from './rates.ts';
import { RazorpayEvents } from './razorpay/events.ts';
import { Razorpay } from './razorpay/razorpay.ts';

// A key pair costs a second to make, and a new one would turn webhooks on their way into forgeries.
const KEPT_BY_RESET = ['paypal-webhook-keys'];

/** The outside world: its parts, wired, and its time. `server.ts` puts it behind ports. */
export class Sandbox {
  readonly config: Config;
  readonly store: Store;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly agenda: Agenda;
  readonly webhooks: Webhooks;
  readonly razorpayEvents: RazorpayEvents;
  readonly razorpay: Razorpay;
  readonly paypalEvents: PayPalEvents;
  readonly paypal: PayPal;
  readonly rates: Rates;
  readonly mailbox: Mailbox;

  constructor(config: Config) {
    this.config = config;
    this.store = new Store(config.dataDir);
    this.clock = new Clock(this.store);
    this.faults = new Faults(this.store, this.clock);
    this.agenda = new Agenda(this.store, this.clock);
    this.webhooks = new Webhooks(this.store, this.clock, this.faults);
    this.razorpayEvents = new RazorpayEvents(config.razorpay, this.store, this.clock, this.webhooks);
    this.razorpay = new Razorpay(
      config.razorpay,
      this.store,
      this.clock,
      this.agenda,
      this.faults,
      this.razorpayEvents,
    );
    this.paypalEvents = new PayPalEvents(config.paypal, this.store, this.clock, this.webhooks);
    this.paypal = new PayPal(this.store, this.clock, this.agenda, this.faults, this.paypalEvents);
    this.rates = new Rates(this.store, this.clock);
    this.mailbox = new Mailbox(this.store);
  }

  /** It is to be had at `url`: what fell due meanwhile happens, and what is unsent is delivered. */
  open(url: string): void {
    this.paypal.baseUrl = `${url}/paypal`;
    this.paypalEvents.certificateBase = this.paypal.baseUrl;
    this.agenda.runDue();
    this.webhooks.start();
  }

  /** Leaves what is unsent for the next start. */
  async close(): Promise<void> {
    this.agenda.stop();
    await this.webhooks.stop();
    this.store.close();
  }

  /** Moves the clock forward step by step: what falls due on the way happens, and is delivered, at its own time. */
  async advance(byMs: number): Promise<void> {
    const target = this.clock.now() + byMs;
    // What is on its way arrives before time moves.
    await this.webhooks.settle();
    for (;;) {
      const due = Math.min(this.agenda.nextDue() ?? Infinity, this.webhooks.nextDue() ?? Infinity);
      if (due > target) break;
      this.clock.moveTo(due);
      this.agenda.runDue();
      await this.webhooks.settle();
    }
    this.clock.moveTo(target);
    this.agenda.start();
    this.webhooks.start();
  }

  /** Empties everything and goes back to the machine's time. */
  reset(): void {
    this.store.clear(KEPT_BY_RESET);
    this.faults.clear();
    this.clock.reset();
    this.agenda.start();
  }
}
