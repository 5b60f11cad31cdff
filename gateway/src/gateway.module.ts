import { type DynamicModule, Module } from '@nestjs/common';
import { CONFIG, Health, Jwks, Redis } from '@shop/service-kit';
import { PageCache } from './cache/page-cache.ts';
import type { GatewayConfig } from './config.ts';
import { Docs } from './docs/docs.ts';
import { Limits } from './limits/limits.ts';
import { Api } from './proxy/api.ts';
import { Upstreams } from './proxy/upstreams.ts';
import { RedisCircuit } from './redis-circuit.ts';
import { SessionCheck } from './session/session-check.ts';
import { Tabs } from './tabs/tabs.ts';

@Module({})
export class GatewayModule {
  static with(config: GatewayConfig): DynamicModule {
    return {
      module: GatewayModule,
      providers: [
        { provide: CONFIG, useValue: config },
        Health,
        Jwks,
        // With a health of its own that nobody asks: the gateway works, with less, while Redis is away.
        { provide: Redis, useFactory: () => new Redis(config, new Health()) },
        RedisCircuit,
        { provide: PageCache, useFactory: () => new PageCache({ maxBytes: config.CACHE_BYTES }) },
        Upstreams,
        Limits,
        SessionCheck,
        Tabs,
        Docs,
        Api,
      ],
    };
  }
}
