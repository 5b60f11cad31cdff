import crypto from 'node:crypto';
import type { ProviderDeployment } from '../deployment.ts';

export const paypalDeployment: ProviderDeployment = {
  addresses: { PAYPAL_BASE_URL: { production: 'https://api-m.paypal.com', sandboxPath: '/paypal' } },
  secrets: {
    PAYPAL_CLIENT_ID: () => crypto.randomBytes(30).toString('base64url'),
    PAYPAL_CLIENT_SECRET: () => crypto.randomBytes(30).toString('base64url'),
    PAYPAL_WEBHOOK_ID: () => crypto.randomBytes(8).toString('hex'),
  },
  optional: [],
  webhook: { variable: 'PAYPAL_WEBHOOK_URL', path: '/payment/webhooks/paypal' },
  checkoutOrigins: ['https://www.paypal.com'],
};
