import { Module } from '@nestjs/common';
import { DueWork } from './due-work.ts';

@Module({ providers: [DueWork], exports: [DueWork] })
export class DueWorkModule {}
