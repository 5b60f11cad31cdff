import { describe, expect, it } from '@jest/globals';
import { DEFAULT_PORT_BASE, portsFrom, TEST_OFFSET } from './ports.ts';

describe('ports', () => {
  it('gives every name a port of its own', () => {
    const ports = Object.values(portsFrom(DEFAULT_PORT_BASE));
    expect(new Set(ports).size).toBe(ports.length);
  });

  it('moves all of them by the same distance', () => {
    const here = Object.values(portsFrom(4400));
    expect(Object.values(portsFrom(5400))).toEqual(here.map((port) => port + 1000));
  });

  it('keeps tests off the ports of a running shop', () => {
    const shop = new Set(Object.values(portsFrom(DEFAULT_PORT_BASE)));
    const tests = Object.values(portsFrom(DEFAULT_PORT_BASE + TEST_OFFSET));
    expect(tests.filter((port) => shop.has(port))).toEqual([]);
  });

  it.each([80, 65_100, 4400.5, Number.NaN])('refuses the base %s and names the variable', (base) => {
    expect(() => portsFrom(base)).toThrow(/SHOP_PORT_BASE/);
  });
});
