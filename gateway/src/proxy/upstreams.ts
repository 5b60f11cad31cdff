import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Service } from '@shop/contracts';
import { CONFIG, registry } from '@shop/service-kit';
import { Gauge } from 'prom-client';
import type { GatewayConfig } from '../config.ts';
import { Upstream } from './upstream.ts';

/** The services behind the gateway. */
@Injectable()
export class Upstreams implements OnApplicationShutdown {
  readonly #byService: Record<Service, Upstream>;

  constructor(@Inject(CONFIG) config: GatewayConfig) {
    const options = {
      concurrency: config.SERVICE_CONCURRENCY,
      waiting: config.SERVICE_WAITING,
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
    const upstreams = Object.values(this.#byService);
    registry.removeSingleMetric('gateway_circuit_open');
    new Gauge({
      name: 'gateway_circuit_open',
      help: '1 while a service is spared because it did not answer',
      labelNames: ['service'],
      registers: [registry],
      collect() {
        for (const { service, circuitOpen } of upstreams) this.set({ service }, circuitOpen ? 1 : 0);
      },
    });
  }

  of(service: Service): Upstream {
    return this.#byService[service];
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(Object.values(this.#byService).map((upstream) => upstream.destroy()));
  }
}
