import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Service } from '@shop/contracts';
import { CONFIG } from '@shop/service-kit';
import type { GatewayConfig } from '../config.ts';
import { Upstream } from './upstream.ts';

@Injectable()
export class Upstreams implements OnApplicationShutdown {
  readonly #byService: Record<Service, Upstream>;

  constructor(@Inject(CONFIG) config: GatewayConfig) {
    const options = {
      concurrency: config.SERVICE_CONCURRENCY,
      queueSize: config.SERVICE_WAITING,
      failuresToOpen: config.CIRCUIT_FAILURES,
      retryAfterMs: config.CIRCUIT_PAUSE,
    };
    this.#byService = {
      catalog: new Upstream('catalog', config.CATALOG_URL, options),
      identity: new Upstream('identity', config.IDENTITY_URL, options),
      'cart-order': new Upstream('cart-order', config.CART_ORDER_URL, options),
      payment: new Upstream('payment', config.PAYMENT_URL, options),
      content: new Upstream('content', config.CONTENT_URL, options),
    };
  }

  of(service: Service): Upstream {
    return this.#byService[service];
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(Object.values(this.#byService).map((upstream) => upstream.destroy()));
  }
}
