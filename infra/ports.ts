/**
 * Every port of the shop, in one place. All of them move together with SHOP_PORT_BASE, so that two copies of the
 * project run side by side. Each name is an offset from the base; tests add `TEST_OFFSET` and so never meet a running shop.
 */
export const DEFAULT_PORT_BASE = 4400;
export const TEST_OFFSET = 300;

const OFFSETS = {
  edge: 0,
  gateway: 1,
  shell: 2,
  shellNext: 3,
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
  sandbox: 40,
  smtp: 41,
  // Small hosts in which one remote runs alone.
  alone: 50,
  // From here on 100 ports for a test run's own short-lived servers.
  scratch: 100,
} as const;

export type PortName = keyof typeof OFFSETS;
export type Ports = Record<PortName, number>;

/** Ports counted from `base` (1024–65000). Throws a RangeError that names the variable when the base leaves no room. */
export function portsFrom(base: number): Ports {
  if (!Number.isInteger(base) || base < 1024 || base > 65_000) {
    throw new RangeError(`SHOP_PORT_BASE must be a whole number from 1024 to 65000, not ${base}`);
  }
  return Object.fromEntries(Object.entries(OFFSETS).map(([name, offset]) => [name, base + offset])) as Ports;
}
