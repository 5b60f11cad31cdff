import { Module } from '@nestjs/common';
import { Brand } from './brand.ts';
import { Catalog } from './catalog.ts';
import { ForgetQuotesWhenCatalogueChanged } from './forget-quotes-when-catalogue-changed.ts';
import { Identity } from './identity.ts';
import { KeptQuotes } from './kept-quotes.ts';
import { Rates } from './rates.ts';

const clients = [Brand, Catalog, Identity, Rates];

@Module({
  controllers: [ForgetQuotesWhenCatalogueChanged],
  providers: [...clients, KeptQuotes],
  exports: clients,
})
export class ClientsModule {}
