import { parseConfig } from '@shop/service-kit';
import { eventually, realParts } from '@shop/test-kit';
import type { AnyCall } from '@shop/contracts';
import { gatewayVariables } from '../src/config.ts';
import type { Table } from '../src/routes.ts';
import { type RunningGateway, startGateway } from '../src/start.ts';
import { testCalls, testRoutes } from './calls.ts';
import { Identity } from './identity.ts';
import { standIn, type StandIn } from './upstream.ts';

export const SHOP = 'http://localhost:4400';
export const SERVICE_TOKEN = 'test-service-token';

export interface Bench {
  gateway: RunningGateway;
  /** Of exchanges in RabbitMQ. */
  eventsPrefix: string;
  identity: Identity;
  catalog: StandIn;
  cartOrder: StandIn;
  payment: StandIn;
  content: StandIn;
  stop(): Promise<void>;
}

/** A gateway in this process before services that the test answers for; Redis and RabbitMQ are real. */
export async function startBench(
  name: string,
  {
    settings = {},
    calls = testCalls,
    table = testRoutes,
  }: { settings?: Record<string, string>; calls?: readonly AnyCall[]; table?: Table } = {},
): Promise<Bench> {
  const parts = realParts(`gateway-${name}`);
  const redisUrl = settings['REDIS_URL'] ?? parts.redisUrl;
  const prefix = `${parts.prefix}:`;
  const [identity, catalog, cartOrder, payment, content] = await Promise.all([
    Identity.start(parts.redisUrl, prefix),
    standIn(),
    standIn(),
    standIn(),
    standIn(),
  ]);
  const config = parseConfig(gatewayVariables, {
    PORT: '0',
    LOG_LEVEL: 'silent',
    REDIS_URL: redisUrl,
    REDIS_PREFIX: prefix,
    RABBITMQ_URL: parts.rabbitmqUrl,
    EVENTS_PREFIX: `${parts.prefix}.`,
    CATALOG_URL: catalog.url,
    IDENTITY_URL: identity.server.url,
    CART_ORDER_URL: cartOrder.url,
    PAYMENT_URL: payment.url,
    CONTENT_URL: content.url,
    SHOP_URL: SHOP,
    SERVICE_TOKEN,
    ...settings,
  });
  const gateway = await startGateway(config, calls, table);
  await eventually(
    async () => {
      const parts = (await (await fetch(`${gateway.url}/health/ready`)).json()) as { without?: string };
      return parts.without === undefined || Promise.reject(new Error(parts.without));
    },
    { withinMs: 20_000, what: 'a connection to every part' },
  );
  return {
    gateway,
    eventsPrefix: config.EVENTS_PREFIX,
    identity,
    catalog,
    cartOrder,
    payment,
    content,
    async stop() {
      await gateway.stop();
      await Promise.all([
        identity.stop(),
        ...[catalog, cartOrder, payment, content].map((service) => service.stop().catch(() => {})),
      ]);
    },
  };
}
