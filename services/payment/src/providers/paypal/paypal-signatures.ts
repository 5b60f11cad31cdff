import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@shop/service-kit';
import type { PayPalConfig } from './variables.ts';
import { ProviderRefused } from '../provider.ts';
import { PayPalClient } from './paypal-client.ts';

const HEADERS = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
};

/** Verifies webhooks through PayPal's API. */
@Injectable()
export class PayPalSignatures {
  readonly #webhookIds: readonly string[];

  constructor(
    private readonly paypal: PayPalClient,
    @Inject(CONFIG) config: PayPalConfig,
  ) {
    this.#webhookIds = config.PAYPAL_WEBHOOK_ID;
  }

  /** @throws ProviderUnavailable if PayPal cannot be reached */
  async isValidWebhook(rawBody: Buffer, headers: Record<string, unknown>): Promise<boolean> {
    const claims: Record<string, string> = {};
    for (const [name, header] of Object.entries(HEADERS)) {
      const value = headers[header];
      if (typeof value !== 'string' || value === '') return false;
      claims[name] = value;
    }
    for (const webhookId of this.#webhookIds) {
      if (await this.#isSignedFor(webhookId, claims, rawBody)) return true;
    }
    return false;
  }

  async #isSignedFor(webhookId: string, claims: Record<string, string>, rawBody: Buffer): Promise<boolean> {
    // The raw event is embedded: the signature covers its bytes, which parsing and serializing would change.
    const json = `${JSON.stringify({ webhook_id: webhookId, ...claims }).slice(0, -1)},"webhook_event":${rawBody.toString('utf8')}}`;
    try {
      const { verification_status: status } = await this.paypal.post<{ verification_status?: string }>(
        'webhook.verify',
        '/v1/notifications/verify-webhook-signature',
        json,
      );
      return status === 'SUCCESS';
    } catch (error) {
      if (error instanceof ProviderRefused) return false;
      throw error;
    }
  }
}
