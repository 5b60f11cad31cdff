/**
 * Every port of the shop, as an offset from SHOP_PORT_BASE, so that two copies of the project can run at the same time.
 * Tests add `TEST_OFFSET` to stay off the ports of a running shop.
 */
export const DEFAULT_PORT_BASE = 4400;
export const TEST_OFFSET = 300;

const OFFSETS = {
  edge: 0,
  gateway: 1,
  shell: 2,
  // Requests without TLS, where the edge has it.
  edgePlain: 3,
  catalog: 10,
  identity: 11,
  cartOrder: 12,
  payment: 13,
  content: 14,
  remoteStorefront: 20,
  remoteCheckout: 21,
  remoteAccount: 22,
  remoteAdmin: 23,
  mongodb: 30,
  rabbitmq: 31,
  rabbitmqDistribution: 32,
  epmd: 33,
  redis: 34,
  // Of the tests' Redis, which is a cluster of one node.
  redisBus: 35,
  s3: 36,
  // Of several Redis servers on a cluster.
  redisSentinel: 39,
  sandbox: 40,
  smtp: 41,
  // The host in which one remote runs alone.
  alone: 50,
  // The first of 100 ports for short-lived servers of a test run.
  scratch: 100,
} as const;

export type PortName = keyof typeof OFFSETS;
export type Ports = Record<PortName, number>;

/** @throws RangeError when `base` is not from 1024 to 65000 */
export function portsFrom(base: number): Ports {
  if (!Number.isInteger(base) || base < 1024 || base > 65_000) {
    throw new RangeError(`SHOP_PORT_BASE must be a whole number from 1024 to 65000, not ${base}`);
  }
  return Object.fromEntries(Object.entries(OFFSETS).map(([name, offset]) => [name, base + offset])) as Ports;
}
