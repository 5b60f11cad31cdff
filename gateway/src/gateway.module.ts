import { type DynamicModule, Module } from '@nestjs/common';
import { BroadcastsModule, CONFIG, EventBus, Health, Jwks, Redis, VerifiedTokens } from '@shop/service-kit';
import { DropCachedAnswersWhenSomethingChanged } from './cache/drop-cached-answers-when-something-changed.ts';
import { PageCache } from './cache/page-cache.ts';
import type { GatewayConfig } from './config.ts';
import { Docs } from './docs/docs.ts';
import { Limits } from './limits/limits.ts';
import { Maintenance } from './maintenance/maintenance.ts';
import { Api } from './proxy/api.ts';
import { Upstreams } from './proxy/upstreams.ts';
import { RedisCircuit } from './redis-circuit.ts';
import { SessionCheck } from './session/session-check.ts';
import { Tabs } from './tabs/tabs.ts';
import { TellTabsWhenCartCleared } from './tabs/tell-tabs-when-cart-cleared.ts';
import { TellTabsWhenNoticesChanged } from './tabs/tell-tabs-when-notices-changed.ts';
import { TellTabsWhenOrderChanged } from './tabs/tell-tabs-when-order-changed.ts';

@Module({})
export class GatewayModule {
  static with(config: GatewayConfig): DynamicModule {
    return {
      module: GatewayModule,
      global: true,
      imports: [BroadcastsModule.of({ consumer: 'gateway' })],
      controllers: [
        DropCachedAnswersWhenSomethingChanged,
        TellTabsWhenCartCleared,
        TellTabsWhenNoticesChanged,
        TellTabsWhenOrderChanged,
      ],
      providers: [
        { provide: CONFIG, useValue: config },
        Health,
        Jwks,
        VerifiedTokens,
        Redis,
        RedisCircuit,
        {
          provide: PageCache,
          useFactory: (bus: EventBus) =>
            new PageCache({
              maxBytes: config.CACHE_BYTES,
              receivesEvents: () => bus.hearsBroadcasts,
            }),
          inject: [EventBus],
        },
        Upstreams,
        Limits,
        SessionCheck,
        Maintenance,
        Tabs,
        Docs,
        Api,
      ],
      exports: [CONFIG, Health],
    };
  }
}
