import { Module } from '@nestjs/common';
import { Brand } from './brand.ts';
import { Catalog } from './catalog.ts';
import { Identity } from './identity.ts';
import { Rates } from './rates.ts';

const clients = [Brand, Catalog, Identity, Rates];

@Module({ providers: clients, exports: clients })
export class ClientsModule {}
