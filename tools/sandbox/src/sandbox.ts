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

// Generating a key pair takes a second, and a new one would invalidate webhooks in flight.
const SETTINGS_PRESERVED_BY_RESET = ['paypal-webhook-keys'];

/** Composes all simulated parties and their clock. `server.ts` binds it to ports. */
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

  /**
   * Called when it is reachable at `url`: runs effects that fell due while it was down, and delivers unsent webhooks.
   */
  open(url: string): void {
    this.paypal.baseUrl = `${url}/paypal`;
    this.paypalEvents.certificateBase = this.paypal.baseUrl;
    this.agenda.runDue();
    this.webhooks.start();
  }

  /** Unsent webhooks wait for the next start. */
  async close(): Promise<void> {
    this.agenda.stop();
    await this.webhooks.stop();
    this.store.close();
  }

  /** Advances the clock step by step: effects on the way run, and are delivered, at their own time. */
  async advance(byMs: number): Promise<void> {
    const target = this.clock.now() + byMs;
    // Webhooks in flight arrive before time advances.
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

  /** Empties everything and returns to machine time. */
  reset(): void {
    this.store.clear(SETTINGS_PRESERVED_BY_RESET);
    this.faults.clear();
    this.clock.reset();
    this.agenda.start();
  }
}
