import { Module } from '@nestjs/common';
import { AttemptsModule } from '../../attempts/attempts.module.ts';
import { ClientsModule } from '../../clients/clients.module.ts';
import { WebhooksModule } from '../../webhooks/webhooks.module.ts';
import { RazorpayController } from './razorpay.controller.ts';
import { RazorpayProvider } from './razorpay.provider.ts';
import { RazorpaySignatures } from './razorpay-signatures.ts';

@Module({
  imports: [AttemptsModule, WebhooksModule, ClientsModule],
  controllers: [RazorpayController],
  providers: [RazorpayProvider, RazorpaySignatures],
})
export class RazorpayModule {}
