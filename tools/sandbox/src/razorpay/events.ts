import crypto from 'node:crypto';
import type { Config } from '../config.ts';
import type { Clock } from '../core/clock.ts';
import { randomId } from '../core/ids.ts';
import type { Store } from '../core/store.ts';
import type { Webhooks } from '../core/webhooks.ts';

interface Rotation {
  /** The configured secret at the time of rotation: a changed configuration overrides it. */
  from: string;
  secret: string;
}

/** Signs Razorpay's events and queues them for delivery. */
export class RazorpayEvents {
  readonly #config: Config['razorpay'];
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #webhooks: Webhooks;
  readonly #account = 'acc_Sandbox0000001';

  constructor(config: Config['razorpay'], store: Store, clock: Clock, webhooks: Webhooks) {
    this.#config = config;
    this.#store = store;
    this.#clock = clock;
    this.#webhooks = webhooks;
  }

  /** Applies to new events. Earlier ones keep their signature in retries too, as at Razorpay. */
  rotateSecret(secret: string): void {
    this.#store.set('razorpay-webhook-secret', { from: this.#config.webhookSecret, secret } satisfies Rotation);
  }

  /** `entities` by their payload name; `orderId` is the event's subject. */
  emit(event: string, orderId: string, entities: Record<string, unknown>): void {
    const plain = JSON.stringify({
      entity: 'event',
      account_id: this.#account,
      event,
      contains: Object.keys(entities),
      payload: Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }])),
      created_at: this.#clock.seconds(),
    });
    // Razorpay escapes slashes, so a receiver that re-serialises the body fails verification.
    const body = plain.replaceAll('/', String.raw`\/`);
    const eventId = randomId('', 14);
    this.#webhooks.send(
      {
        provider: 'razorpay',
        event,
        eventId,
        subject: orderId,
        url: this.#config.webhookUrl,
        headers: {
          'user-agent': 'Razorpay-Webhook/v1',
          'x-razorpay-event-id': eventId,
          'x-razorpay-signature': crypto.createHmac('sha256', this.#secret()).update(body).digest('hex'),
        },
        body,
      },
      (headers) => ({ ...headers, 'x-razorpay-signature': crypto.randomBytes(32).toString('hex') }),
    );
  }

  #secret(): string {
    const rotation = this.#store.setting<Rotation>('razorpay-webhook-secret');
    return rotation?.from === this.#config.webhookSecret ? rotation.secret : this.#config.webhookSecret;
  }
}
