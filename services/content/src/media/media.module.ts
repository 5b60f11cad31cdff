import { Module } from '@nestjs/common';
import { CONFIG, Health } from '@shop/service-kit';
import { openStorage, type Storage } from '@shop/storage';
import type { Config } from '../variables.ts';
import { Claims } from './claims.ts';
import { STORAGE } from './original.ts';
import { UploadQueue } from './upload-queue.ts';

/** Any key: whether there is an answer is what counts. */
const PROBED_KEY = 'health';

@Module({
  providers: [
    UploadQueue,
    Claims,
    {
      provide: STORAGE,
      inject: [CONFIG, Health],
      useFactory: ({ STORAGE_URL }: Config, health: Health): Storage => {
        const storage = openStorage(STORAGE_URL);
        // Texts, rates and mails do without it.
        health.register('storage', () => storage.head(PROBED_KEY).then(() => undefined), { isRequired: false });
        return storage;
      },
    },
  ],
  exports: [UploadQueue, Claims, STORAGE],
})
export class MediaModule {}
