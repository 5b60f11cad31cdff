import { describe, expect, it } from '@jest/globals';
import { formerProviderSecrets } from './provider-variables.ts';

describe('secrets of payment providers', () => {
  it('that an older version stored are kept, by the names of their variables', () => {
    const stored = {
      serviceToken: 'token',
      razorpay: { keyId: 'rzp_test_1', keySecret: 'one', webhookSecret: 'two' },
      paypal: { clientId: 'three', clientSecret: 'four', webhookId: 'WH-5' },
    };
    expect(formerProviderSecrets(stored)).toEqual({
      RAZORPAY_KEY_ID: 'rzp_test_1',
      RAZORPAY_KEY_SECRET: 'one',
      RAZORPAY_WEBHOOK_SECRET: 'two',
      PAYPAL_CLIENT_ID: 'three',
      PAYPAL_CLIENT_SECRET: 'four',
      PAYPAL_WEBHOOK_ID: 'WH-5',
    });
    expect(formerProviderSecrets({ serviceToken: 'token' })).toEqual({});
  });
});
