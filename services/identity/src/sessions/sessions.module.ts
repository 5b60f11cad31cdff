import { Module } from '@nestjs/common';
import { Clock, CONFIG, Redis } from '@shop/service-kit';
import type { Config } from '../variables.ts';
import { keyedHash } from '../secrets.ts';
import { BrowsersService } from './browsers.service.ts';
import { BrowsersController } from './browsers.controller.ts';
import { EndSessionsOfOldSecret } from './end-sessions-of-old-secret.ts';
import { Sessions } from './sessions.ts';

@Module({
  controllers: [BrowsersController],
  providers: [
    BrowsersService,
    {
      provide: Sessions,
      inject: [Redis, Clock, CONFIG],
      useFactory: (redis: Redis, clock: Clock, config: Config) =>
        new Sessions(redis.client, clock, {
          lifetimeMs: config.SESSION_LIFETIME,
          graceMs: config.REFRESH_GRACE,
          secretTag: keyedHash(config.IDENTITY_SECRET, 'sessions').slice(0, 16),
          keyPrefix: redis.key(''),
        }),
    },
    EndSessionsOfOldSecret,
  ],
  exports: [Sessions, BrowsersService],
})
export class SessionsModule {}
