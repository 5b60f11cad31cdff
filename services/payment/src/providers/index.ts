import { bankTransferFolder } from './bank-transfer/index.ts';
import { paypalFolder } from './paypal/index.ts';
import type { LiveProviderName } from './provider.ts';
import type { ProviderFolder } from './providers.ts';
import { razorpayFolder } from './razorpay/index.ts';

/** The folder of each provider that the contracts list. */
export const PROVIDER_FOLDERS = {
  razorpay: razorpayFolder,
  paypal: paypalFolder,
  'bank-transfer': bankTransferFolder,
} satisfies Record<LiveProviderName, ProviderFolder>;
