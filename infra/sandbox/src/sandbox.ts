import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { SMTPServer } from 'smtp-server';
import type { Config } from './config.ts';
import { addControl } from './control/api.ts';
import { Agenda } from './core/agenda.ts';
import { addAssets } from './core/assets.ts';
import { Clock } from './core/clock.ts';
import { Faults } from './core/faults.ts';
import { addressFor, createServer } from './core/http.ts';
import { Store } from './core/store.ts';
import { Webhooks } from './core/webhooks.ts';
import { addCountries } from './countries.ts';
import { Mailbox } from './mailbox/mailbox.ts';
import { addMailbox } from './mailbox/pages.ts';
import { createSmtp } from './mailbox/smtp.ts';
import { addPayPalApi } from './paypal/api.ts';
import { addApprovalPage } from './paypal/approval.ts';
import { PayPal } from './paypal/paypal.ts';
import { PayPalEvents } from './paypal/signing.ts';
import { addRates, Rates } from './rates.ts';
import { addRazorpayApi } from './razorpay/api.ts';
import { addRazorpayCheckout } from './razorpay/checkout.ts';
import { RazorpayEvents } from './razorpay/events.ts';
import { Razorpay } from './razorpay/razorpay.ts';

// A key pair costs a second to make, and a new one would turn webhooks on their way into forgeries.
const KEPT_BY_RESET = ['paypal-webhook-keys'];

/** The outside world: its parts, wired. */
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
  readonly #http: FastifyInstance;
  readonly #smtp: SMTPServer;

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
    this.#http = this.#routes();
    this.#smtp = createSmtp(this.mailbox, this.faults);
  }

  /** Opens both ports. Answers the address of the HTTP one, without a slash at its end, and the number of the SMTP one. */
  async start(): Promise<{ url: string; smtpPort: number }> {
    const { host, port, smtpPort, publicUrl } = this.config;
    await this.#http.listen({ host, port });
    await new Promise<void>((resolve, reject) => {
      this.#smtp.once('error', reject);
      this.#smtp.listen(smtpPort, host, () => {
        this.#smtp.off('error', reject);
        // A client that hangs up is none of our trouble.
        this.#smtp.on('error', () => {});
        resolve();
      });
    });
    const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
    const url = `http://${name}:${(this.#http.server.address() as AddressInfo).port}`;
    this.paypal.baseUrl = `${publicUrl ?? url}/paypal`;
    this.paypalEvents.certificateBase = this.paypal.baseUrl;
    this.agenda.runDue();
    this.webhooks.start();
    return { url, smtpPort: (this.#smtp.server.address() as AddressInfo).port };
  }

  /** Ends connections and leaves what is unsent for the next start. */
  async stop(): Promise<void> {
    this.agenda.stop();
    await this.#http.close();
    await new Promise<void>((resolve) => {
      this.#smtp.close(() => resolve());
    });
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

  #routes(): FastifyInstance {
    const app = createServer();
    const addressOf = addressFor(this.config.publicUrl);
    app.get('/', async (_request, reply) => reply.redirect('/control'));
    app.get('/health/live', async () => ({ live: true }));
    app.get('/health/ready', async (_request, reply) => {
      try {
        this.store.check();
        if (!this.#smtp.server.listening) throw new Error('The mail server is not listening.');
        return { ready: true };
      } catch (error) {
        return reply.status(503).send({ ready: false, why: (error as Error).message });
      }
    });
    addAssets(app);
    app.register(
      async (scope) => {
        addRazorpayApi(scope, this.config.razorpay, this.razorpay, this.faults);
        addRazorpayCheckout(scope, this.config.razorpay, this.razorpay, this.faults);
      },
      { prefix: '/razorpay' },
    );
    app.register(
      async (scope) => {
        addPayPalApi(scope, this.config.paypal, this.paypal, this.paypalEvents, this.faults);
        scope.register(async (pages) => addApprovalPage(pages, this.paypal));
      },
      { prefix: '/paypal' },
    );
    app.register(async (scope) => addCountries(scope, this.faults, addressOf), { prefix: '/countries' });
    app.register(async (scope) => addRates(scope, this.faults, this.rates), { prefix: '/rates' });
    app.register(async (scope) => addMailbox(scope, this.mailbox), { prefix: '/mailbox' });
    app.register(async (scope) => addControl(scope, this), { prefix: '/control' });
    return app;
  }
}
