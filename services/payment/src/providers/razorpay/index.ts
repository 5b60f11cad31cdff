import type { ProviderFolder } from '../providers.ts';
import { RazorpayModule } from './razorpay.module.ts';
import { RazorpayProvider } from './razorpay.provider.ts';
import { razorpayVariables } from './variables.ts';

export const razorpayFolder: ProviderFolder = {
  module: RazorpayModule,
  provider: RazorpayProvider,
  variables: razorpayVariables,
};
