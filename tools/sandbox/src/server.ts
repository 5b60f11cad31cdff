import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { SMTPServer } from 'smtp-server';
import { addControl } from './control/api.ts';
import { addAssets } from './core/assets.ts';
import { addressFor, createServer } from './core/http.ts';
import { addCountries } from './countries.ts';
import { addMailbox } from './mailbox/pages.ts';
import { createSmtp } from './mailbox/smtp.ts';
import { addPayPalApi } from './paypal/api.ts';
import { addApprovalPage } from './paypal/approval.ts';
import { addRates } from './rates.ts';
import { addRazorpayApi } from './razorpay/api.ts';
import { addRazorpayCheckout } from './razorpay/checkout.ts';
import type { Sandbox } from './sandbox.ts';

/** A sandbox with its HTTP and SMTP ports. */
export class Server {
  readonly #sandbox: Sandbox;
  readonly #http: FastifyInstance;
  readonly #smtp: SMTPServer;

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
    this.#http = this.#routes();
    this.#smtp = createSmtp(sandbox.mailbox, sandbox.faults);
  }

  /** Opens both ports. @returns the HTTP address without a trailing slash, and the SMTP port */
  async start(): Promise<{ url: string; smtpPort: number }> {
    const { host, port, smtpPort, publicUrl } = this.#sandbox.config;
    await this.#http.listen({ host, port });
    await new Promise<void>((resolve, reject) => {
      this.#smtp.once('error', reject);
      this.#smtp.listen(smtpPort, host, () => {
        this.#smtp.off('error', reject);
        // Clients that disconnect are not an error.
        this.#smtp.on('error', () => {});
        resolve();
      });
    });
    const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
    const url = `http://${name}:${(this.#http.server.address() as AddressInfo).port}`;
    this.#sandbox.open(publicUrl ?? url);
    return { url, smtpPort: (this.#smtp.server.address() as AddressInfo).port };
  }

  /** Closes connections, then the sandbox. */
  async stop(): Promise<void> {
    await this.#http.close();
    await new Promise<void>((resolve) => {
      this.#smtp.close(() => resolve());
    });
    await this.#sandbox.close();
  }

  #routes(): FastifyInstance {
    const { config, razorpay, paypal, paypalEvents, rates, mailbox, store, faults } = this.#sandbox;
    const app = createServer();
    const addressOf = addressFor(config.publicUrl);
    app.get('/', async (_request, reply) => reply.redirect('/control'));
    app.get('/health/live', async () => ({ live: true }));
    app.get('/health/ready', async (_request, reply) => {
      try {
        store.check();
        if (!this.#smtp.server.listening) throw new Error('The mail server is not listening.');
        return { ready: true };
      } catch (error) {
        return reply.status(503).send({ ready: false, why: (error as Error).message });
      }
    });
    addAssets(app);
    app.register(
      async (scope) => {
        addRazorpayApi(scope, config.razorpay, razorpay, faults);
        addRazorpayCheckout(scope, config.razorpay, razorpay, faults);
      },
      { prefix: '/razorpay' },
    );
    app.register(
      async (scope) => {
        addPayPalApi(scope, config.paypal, paypal, paypalEvents, faults);
        scope.register(async (pages) => addApprovalPage(pages, paypal));
      },
      { prefix: '/paypal' },
    );
    app.register(async (scope) => addCountries(scope, faults, addressOf), { prefix: '/countries' });
    app.register(async (scope) => addRates(scope, faults, rates), { prefix: '/rates' });
    app.register(async (scope) => addMailbox(scope, mailbox), { prefix: '/mailbox' });
    app.register(async (scope) => addControl(scope, this.#sandbox), { prefix: '/control' });
    return app;
  }
}
