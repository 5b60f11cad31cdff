import { Injectable, Module } from '@nestjs/common';
import { PayPalClient } from './paypal/paypal-client.ts';
import { PayPalSignatures } from './paypal/paypal-signatures.ts';
import { PayPalProvider } from './paypal/paypal.provider.ts';
import type { Provider, ProviderName } from './provider.ts';
import { RazorpaySignatures } from './razorpay/razorpay-signatures.ts';
import { RazorpayProvider } from './razorpay/razorpay.provider.ts';

@Injectable()
export class Providers {
  readonly #all: Record<ProviderName, Provider>;

  constructor(razorpay: RazorpayProvider, paypal: PayPalProvider) {
    this.#all = { razorpay, paypal };
  }

  of(name: ProviderName): Provider {
    return this.#all[name];
  }
}

@Module({
  providers: [RazorpayProvider, RazorpaySignatures, PayPalClient, PayPalProvider, PayPalSignatures, Providers],
  exports: [Providers, RazorpaySignatures, PayPalSignatures],
})
export class ProvidersModule {}
