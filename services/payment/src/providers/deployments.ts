import type { payment } from '@shop/contracts';
import { bankTransferDeployment } from './bank-transfer/deployment.ts';
import type { ProviderDeployment } from './deployment.ts';
import { paypalDeployment } from './paypal/deployment.ts';
import { razorpayDeployment } from './razorpay/deployment.ts';

/** Of each provider that the contracts list. */
export const PROVIDER_DEPLOYMENTS = {
  razorpay: razorpayDeployment,
  paypal: paypalDeployment,
  'bank-transfer': bankTransferDeployment,
} satisfies Record<payment.LiveProviderName, ProviderDeployment>;
