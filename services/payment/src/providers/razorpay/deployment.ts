import crypto from 'node:crypto';
import type { ProviderDeployment } from '../deployment.ts';

export const razorpayDeployment: ProviderDeployment = {
  addresses: {
    RAZORPAY_BASE_URL: { production: 'https://api.razorpay.com', sandboxPath: '/razorpay' },
    RAZORPAY_CHECKOUT_URL: {
      production: 'https://checkout.razorpay.com/v1/checkout.js',
      sandboxPath: '/razorpay/v1/checkout.js',
      isForBrowsers: true,
    },
  },
  secrets: {
    RAZORPAY_KEY_ID: () => `rzp_test_${crypto.randomBytes(7).toString('hex')}`,
    RAZORPAY_KEY_SECRET: () => crypto.randomBytes(18).toString('base64url'),
    RAZORPAY_WEBHOOK_SECRET: () => crypto.randomBytes(18).toString('base64url'),
  },
  optional: [],
  webhook: { variable: 'RAZORPAY_WEBHOOK_URL', path: '/payment/webhooks/razorpay' },
  checkoutOrigins: ['https://checkout.razorpay.com', 'https://api.razorpay.com'],
};
