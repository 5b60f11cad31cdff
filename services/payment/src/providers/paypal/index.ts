import type { ProviderFolder } from '../providers.ts';
import { PayPalModule } from './paypal.module.ts';
import { PayPalProvider } from './paypal.provider.ts';
import { paypalVariables } from './variables.ts';

export const paypalFolder: ProviderFolder = {
  module: PayPalModule,
  provider: PayPalProvider,
  variables: paypalVariables,
};
