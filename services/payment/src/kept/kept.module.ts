import { Module } from '@nestjs/common';
import { AttemptStoreModule } from '../attempts/attempt-store.module.ts';
import { RefundsModule } from '../refunds/refunds.module.ts';
import { KeptController } from './kept.controller.ts';
import { KeptService } from './kept.service.ts';

@Module({ imports: [AttemptStoreModule, RefundsModule], controllers: [KeptController], providers: [KeptService] })
export class KeptModule {}
