import type { IncomingMessage } from 'node:http';
import { expect, it } from '@jest/globals';
import { clientAddresses } from './client-address.ts';

const request = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

it.each([
  ['a client that comes directly, whatever it claims', '203.0.113.5', '127.0.0.1', '203.0.113.5'],
  ['a client behind the edge', '10.1.2.3', '203.0.113.5', '203.0.113.5'],
  ['a client that made up addresses before the one the edge saw', '10.1.2.3', '6.6.6.6, 203.0.113.5', '203.0.113.5'],
  ['a client behind an edge that speaks IPv6', '::1', '2001:db8::5', '2001:db8::5'],
  ['a client behind an edge whose address is IPv4 in IPv6', '::ffff:10.1.2.3', '203.0.113.5', '203.0.113.5'],
  ['a part of the shop that asks for itself', '10.1.2.3', undefined, '10.1.2.3'],
  ['a proxy whose header is no address', '10.1.2.3', 'unknown', '10.1.2.3'],
])('finds the address of %s', (_whom, peer, forwarded, address) => {
  expect(clientAddresses(['10.0.0.0/8', '::1'])(request(peer, forwarded))).toBe(address);
});
