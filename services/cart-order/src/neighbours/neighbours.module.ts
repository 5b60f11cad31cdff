import { Module } from '@nestjs/common';
import { Catalog } from './catalog.ts';
import { Rates } from './rates.ts';

@Module({ providers: [Catalog, Rates], exports: [Catalog, Rates] })
export class NeighboursModule {}
