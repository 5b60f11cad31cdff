import { parseConfig } from '@shop/service-kit';
import { eventually, testInfra } from '@shop/test-kit';
import type { AnyCall } from '@shop/contracts';
import { gatewayVariables } from '../src/config.ts';
import type { Table } from '../src/routes.ts';
import { type RunningGateway, startGateway } from '../src/start.ts';
import { testCalls, testRoutes } from './calls.ts';
import { Identity } from './identity.ts';
import { standIn, type StandIn } from './stand-in.ts';

export const SHOP = 'http://localhost:4400';
export const SERVICE_TOKEN = 'test-service-token';

export interface GatewayHarness {
  gateway: RunningGateway;
  /** Prefix of exchanges in RabbitMQ. */
  eventsPrefix: string;
  identity: Identity;
  catalog: StandIn;
  cartOrder: StandIn;
  payment: StandIn;
  content: StandIn;
  stop(): Promise<void>;
}

/** Starts a gateway in this process with stand-ins for the services; Redis and RabbitMQ are real. */
export async function startGatewayHarness(
  name: string,
  {
    settings = {},
    calls = testCalls,
    table = testRoutes,
    log,
  }: {
    settings?: Record<string, string>;
    calls?: readonly AnyCall[];
    table?: Table;
    log?: Parameters<typeof startGateway>[3];
  } = {},
): Promise<GatewayHarness> {
  const parts = testInfra(`gateway-${name}`);
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
  const gateway = await startGateway(config, calls, table, log);
  await eventually(
    async () => {
      const { degraded } = (await (await fetch(`${gateway.url}/health/ready`)).json()) as { degraded?: string };
      return degraded === undefined || Promise.reject(new Error(degraded));
    },
    { what: 'a connection to Redis and RabbitMQ' },
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
