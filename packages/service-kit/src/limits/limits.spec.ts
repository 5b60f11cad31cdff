import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { LimitKeys, LIMITS } from './limit-keys.ts';
import { networkOf } from './network-of.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

describe('rate limits', () => {
  const sources = fs
    .globSync('{gateway,shell,services/*,packages/service-kit}/src/**/*.ts', { cwd: ROOT })
    .filter((file) => !file.endsWith('.spec.ts'))
    .map((file) => ({ file, text: fs.readFileSync(path.join(ROOT, file), 'utf8') }));

  it('never share a counter: no prefix is the beginning of another', () => {
    const prefixes = LIMITS.map((name) => `${name}:`);
    const shared = prefixes.flatMap((one, at) =>
      prefixes.flatMap((other, beside) => (at !== beside && other.startsWith(one) ? [`${one} ${other}`] : [])),
    );
    expect(shared).toEqual([]);
  });

  it('are made by one limiter each, and every limiter has a name of the list', () => {
    const makers = sources.filter(({ text }) => /new RateLimiter(Redis|Memory)\(/.test(text));
    expect(makers.length).toBeGreaterThan(0);
    expect(makers.filter(({ text }) => !text.includes('.limitKey(')).map(({ file }) => file)).toEqual([]);
    const users = sources.filter(({ file }) => !file.endsWith('limit-keys.ts'));
    const uses = LIMITS.map((name) => [
      name,
      users.filter(({ text }) => text.includes(`'${name}'`)).map(({ file }) => file.split('/src/')[0]),
    ]);
    expect(uses).toEqual(LIMITS.map((name) => [name, [expect.stringContaining(name.split(':')[0]!)]]));
  });

  it('refuse a second limiter of the same name', () => {
    const keys = new LimitKeys();
    expect(keys.take('gateway:browsing:address')).toBe('limit:gateway:browsing:address');
    expect(() => keys.take('gateway:browsing:address')).toThrow('Two limiters are named gateway:browsing:address');
  });
});

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2'],
])('counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
