import { Module } from '@nestjs/common';
import { AttemptsModule } from '../../attempts/attempts.module.ts';
import { WebhooksModule } from '../../webhooks/webhooks.module.ts';
import { ForgedWebhooks } from './forged-webhooks.ts';
import { PayPalClient } from './paypal-client.ts';
import { PayPalController } from './paypal.controller.ts';
import { PayPalProvider } from './paypal.provider.ts';
import { PayPalSignatures } from './paypal-signatures.ts';

@Module({
  imports: [AttemptsModule, WebhooksModule],
  controllers: [PayPalController],
  providers: [ForgedWebhooks, PayPalClient, PayPalProvider, PayPalSignatures],
})
export class PayPalModule {}
