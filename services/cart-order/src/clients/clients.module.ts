import { Module } from '@nestjs/common';
import { Brand } from './brand.ts';
import { Catalog } from './catalog.ts';
import { Rates } from './rates.ts';

@Module({ providers: [Brand, Catalog, Rates], exports: [Brand, Catalog, Rates] })
export class ClientsModule {}
