import { describe, expect, it } from '@jest/globals';
import { callsOf, SERVICES, wirePath } from '@shop/contracts';
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../config.ts';
import { portsFrom } from '../ports.ts';
import { nginxConf } from './nginx.conf.ts';

/** Who has such a parameter may open what it stands for: it is in no log. */
const OPENS = /:(token|link)\b/;

const configuration = nginxConf({
  ...{ ports: portsFrom(4400), listen: ['127.0.0.1'], hosts: ['shop.example'], remotes: [] },
  ...{ folder: '/tmp/edge', brotliModules: [] },
});
/** Addresses of whose failures nginx writes nothing. */
const unlogged = [...configuration.matchAll(/location ~ (\S+) \{\s+error_log \/dev\/null/g)].map(
  ([, pattern]) => new RegExp(pattern!),
);
const isUnlogged = (address: string): boolean =>
  unlogged.some((pattern) => pattern.test(address.replaceAll(/:\w+/g, 'secret')));

const calls = SERVICES.flatMap((service) => callsOf(service))
  .filter(({ access }) => access !== 'service')
  .map(wirePath);
const pages = fs
  .globSync('mfe-*/federation.ts', { cwd: ROOT })
  .flatMap((file) => fs.readFileSync(path.join(ROOT, file), 'utf8').split('\n'))
  .flatMap((line) => [...line.matchAll(/'(\/[^']*)'/g)].map(([, at]) => ({ at: at!, line })));

describe('addresses that open something to whoever has them', () => {
  it.each([
    ['calls of the contracts', calls],
    ['pages of the remotes', pages.map(({ at }) => at)],
  ])('are those that the edge does not log, and no others: %s', (_, addresses) => {
    const opening = addresses.filter((address) => OPENS.test(address));
    expect(opening.length).toBeGreaterThan(2);
    expect(addresses.filter(isUnlogged).toSorted()).toEqual(opening.toSorted());
  });

  it('are pages that nobody keeps', () => {
    const kept = pages.filter(({ at, line }) => OPENS.test(at) && !line.includes('uncached: true'));
    expect(kept.map(({ at }) => at)).toEqual([]);
  });
});
