import { Module } from '@nestjs/common';
import { UploadQueue } from './upload-queue.ts';

@Module({ providers: [UploadQueue], exports: [UploadQueue] })
export class MediaModule {}
