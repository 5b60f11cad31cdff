import fs from 'node:fs';
import { expect, it } from '@jest/globals';
import { freePort } from './index.ts';

// Linux; elsewhere its default.
const CONNECTIONS = '/proc/sys/net/ipv4/ip_local_port_range';

it('gives servers a port that the system gives to no connection, so that they can restart on it', async () => {
  const range = fs.existsSync(CONNECTIONS)
    ? fs.readFileSync(CONNECTIONS, 'utf8').trim().split(/\s+/)
    : [32_768, 60_999];
  for (let n = 0; n < 50; n++) expect(await freePort()).toBeGreaterThan(Number(range[1]));
});
