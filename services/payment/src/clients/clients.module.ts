import { Module } from '@nestjs/common';
import { Brand } from './brand.ts';
import { CartOrder } from './cart-order.ts';
import { Identity } from './identity.ts';

@Module({ providers: [CartOrder, Identity, Brand], exports: [CartOrder, Identity, Brand] })
export class ClientsModule {}
