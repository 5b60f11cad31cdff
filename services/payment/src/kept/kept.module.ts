import { Module } from '@nestjs/common';
import { AttemptStoreModule } from '../attempts/attempt-store.module.ts';
import { RefundsModule } from '../refunds/refunds.module.ts';
import { KeptController } from './kept.controller.ts';

@Module({ imports: [AttemptStoreModule, RefundsModule], controllers: [KeptController] })
export class KeptModule {}
