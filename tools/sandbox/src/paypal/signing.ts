import crypto from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Config } from '../config.ts';
import type { Clock } from '../core/clock.ts';
import { upperId } from '../core/ids.ts';
import type { Store } from '../core/store.ts';
import type { Webhooks } from '../core/webhooks.ts';

interface Keys {
  privateKey: string;
  publicKey: string;
}

const AUTH_ALGO = 'SHA256withRSA';

/** PayPal's events: signed with a generated key, and verified through the API. */
export class PayPalEvents {
  readonly #config: Config['paypal'];
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #webhooks: Webhooks;
  readonly #keys: Keys;
  /** Base address of certificates; set once the address is known. */
  certificateBase = 'https://api.paypal.com';

  constructor(config: Config['paypal'], store: Store, clock: Clock, webhooks: Webhooks) {
    this.#config = config;
    this.#store = store;
    this.#clock = clock;
    this.#webhooks = webhooks;
    this.#keys = this.#loadKeys();
  }

  get publicKey(): string {
    return this.#keys.publicKey;
  }

  emit(event: string, orderId: string, resourceType: string, summary: string, resource: Record<string, unknown>): void {
    const id = `WH-${upperId(17)}-${upperId(17)}`;
    const plain = JSON.stringify({
      id,
      create_time: new Date(this.#clock.now()).toISOString(),
      resource_type: resourceType,
      event_type: event,
      summary,
      resource,
      links: [
        { href: `https://api.paypal.com/v1/notifications/webhooks-events/${id}`, rel: 'self', method: 'GET' },
        { href: `https://api.paypal.com/v1/notifications/webhooks-events/${id}/resend`, rel: 'resend', method: 'POST' },
      ],
      event_version: '1.0',
      resource_version: '2.0',
    });
    // Unlike JSON.stringify, so that a receiver that re-serialises the body fails verification.
    const body = plain.replaceAll('/', String.raw`\/`);
    const transmissionId = crypto.randomUUID();
    const transmissionTime = this.#clock.iso();
    const signature = crypto.sign(
      'sha256',
      Buffer.from(this.#signed(transmissionId, transmissionTime, body)),
      this.#keys.privateKey,
    );
    this.#webhooks.send(
      {
        provider: 'paypal',
        event,
        eventId: id,
        subject: orderId,
        url: this.#config.webhookUrl,
        headers: {
          'user-agent': 'PayPal/AUHD-214.0-sandbox',
          'paypal-transmission-id': transmissionId,
          'paypal-transmission-time': transmissionTime,
          'paypal-transmission-sig': signature.toString('base64'),
          'paypal-cert-url': `${this.certificateBase}/v1/notifications/certs/CERT-sandbox`,
          'paypal-auth-algo': AUTH_ALGO,
        },
        body,
      },
      (headers) => ({ ...headers, 'paypal-transmission-sig': crypto.randomBytes(256).toString('base64') }),
    );
  }

  /** @param rawBody the verification request as sent: the event inside is checked byte for byte */
  verify(request: Record<string, unknown>, rawBody: string): boolean {
    const event = rawMember(rawBody, 'webhook_event');
    if (event === undefined || request.webhook_id !== this.#config.webhookId) return false;
    if (request.auth_algo !== AUTH_ALGO) return false;
    return crypto.verify(
      'sha256',
      Buffer.from(this.#signed(String(request.transmission_id), String(request.transmission_time), event)),
      this.#keys.publicKey,
      Buffer.from(String(request.transmission_sig), 'base64'),
    );
  }

  #signed(transmissionId: string, transmissionTime: string, body: string): string {
    return [transmissionId, transmissionTime, this.#config.webhookId, crc32(body)].join('|');
  }

  #loadKeys(): Keys {
    const known = this.#store.setting<Keys>('paypal-webhook-keys');
    if (known) return known;
    const keys = crypto.generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    this.#store.set('paypal-webhook-keys', keys);
    return keys;
  }
}

/** The raw text of a member's value in a JSON object. The text must be valid JSON. */
export function rawMember(json: string, name: string): string | undefined {
  let depth = 0;
  let start: number | undefined;
  let key: string | undefined;
  for (let at = 0; at < json.length; at++) {
    const character = json[at]!;
    if (character === '"') {
      const end = endOfString(json, at);
      if (depth === 1 && start === undefined) key = JSON.parse(json.slice(at, end + 1)) as string;
      at = end;
    } else if (character === ':' && depth === 1 && start === undefined) {
      if (key === name) start = at + 1;
      key = undefined;
    } else if (start !== undefined && depth === 1 && (character === ',' || character === '}')) {
      return json.slice(start, at).trim();
    } else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
  }
  return undefined;
}

function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    if (json[at] === '\\') at += 1;
    else if (json[at] === '"') return at;
  }
  return json.length;
}
