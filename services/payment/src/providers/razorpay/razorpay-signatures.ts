import crypto from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@shop/service-kit';
import type { RazorpayConfig } from './variables.ts';

/** Verifies Razorpay's signatures of the checkout dialog and of webhooks. */
@Injectable()
export class RazorpaySignatures {
  readonly #keySecrets: readonly string[];
  readonly #webhookSecrets: readonly string[];

  constructor(@Inject(CONFIG) config: RazorpayConfig) {
    this.#keySecrets = config.RAZORPAY_KEY_SECRET;
    this.#webhookSecrets = config.RAZORPAY_WEBHOOK_SECRET;
  }

  /** `orderId` is the stored one, never the one in the request. */
  isValidDialog(orderId: string, paymentId: string, signature: string): boolean {
    return this.#keySecrets.some((secret) => matches(secret, `${orderId}|${paymentId}`, signature));
  }

  isValidWebhook(rawBody: Buffer, signature: string): boolean {
    return this.#webhookSecrets.some((secret) => matches(secret, rawBody, signature));
  }
}

function matches(secret: string, text: string | Buffer, signature: string): boolean {
  const expected = crypto.createHmac('sha256', secret).update(text).digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && crypto.timingSafeEqual(given, expected);
}
