import { type DynamicModule, Injectable, Module, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { type AnyEvent, type Consumer, events } from '@shop/contracts';
import { CONFIG } from '../config/tokens.ts';
import { Broker } from './broker.ts';
import { EventBus } from './event-bus.ts';
import type { EventsConfig } from './event-variables.ts';
import { CONSUMER, EVENT_SPECS } from './options.ts';

export interface EventsOptions {
  /** As in the contracts: `cart-order`, `gateway`. */
  consumer: Consumer;
  /** Default: every event of the contracts. */
  specs?: readonly AnyEvent[];
}

@Injectable()
class CloseBroker implements OnApplicationShutdown {
  constructor(private readonly broker: Broker) {}

  async onApplicationShutdown(): Promise<void> {
    await this.broker.close();
  }
}

/** What consumes events, with or without a database. */
export const busProviders = ({ consumer, specs = events }: EventsOptions): Provider[] => [
  { provide: CONSUMER, useValue: consumer },
  { provide: EVENT_SPECS, useValue: specs },
  {
    provide: Broker,
    useFactory: (config: EventsConfig) => new Broker(config.RABBITMQ_URL, consumer),
    inject: [CONFIG],
  },
  CloseBroker,
  EventBus,
];

/** Broadcasts, for a process without a database. Needs `CONFIG` and `Health`. */
@Module({})
export class BroadcastsModule {
  static of(options: EventsOptions): DynamicModule {
    return { module: BroadcastsModule, global: true, providers: busProviders(options), exports: [Broker, EventBus] };
  }
}
