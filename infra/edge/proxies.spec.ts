import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import http from 'node:http';
import { startEdge, type TestEdge } from './test-edge.ts';

const VISITOR = '203.0.113.7';
const BALANCER = '127.0.0.2';
const OTHER_BALANCER = '127.0.0.3';

/** What the part behind the edge is told. */
async function asked(
  { ports }: TestEdge,
  {
    from = '127.0.0.9',
    forwarded,
    path = '/api/v1/me',
  }: { from?: string; forwarded?: string | string[]; path?: string },
): Promise<{ status: number; address: string | undefined }> {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return new Promise((resolve, reject) => {
    const options = { port: ports.edge, host: '127.0.0.1', path, localAddress: from, headers, agent: false };
    http
      .get(options as http.RequestOptions, async (answer) => {
        const text = (await answer.setEncoding('utf8').toArray()).join('');
        const heard = answer.statusCode === 200 ? (JSON.parse(text) as Record<string, string>) : {};
        resolve({ status: answer.statusCode!, address: heard['x-forwarded-for'] });
      })
      .on('error', reject);
  });
}

describe('an edge without load balancers', () => {
  let edge: TestEdge;
  beforeAll(async () => {
    edge = await startEdge({});
  });
  afterAll(() => edge.stop());

  it.each(['6.6.6.6', '127.0.0.1', '6.6.6.6, 127.0.0.1', '', 'unknown'])(
    'tells the address of the peer, whatever that says of itself: "%s"',
    async (forwarded) => {
      expect(await asked(edge, { forwarded })).toMatchObject({ address: '127.0.0.9' });
      expect(await asked(edge, { forwarded, path: '/product/ring' })).toMatchObject({ address: '127.0.0.9' });
    },
  );
});

describe('an edge behind load balancers', () => {
  let edge: TestEdge;
  beforeAll(async () => {
    edge = await startEdge({ trustedProxies: [BALANCER, `${OTHER_BALANCER}/32`, '2001:db8::/32'] });
  });
  afterAll(() => edge.stop());

  it.each([
    ['a visitor', VISITOR, VISITOR],
    ['a visitor who made up others', `6.6.6.6, 127.0.0.1, ${VISITOR}`, VISITOR],
    ['a visitor who names the load balancer', `${BALANCER}, ${VISITOR}`, VISITOR],
    ['a visitor behind two of them', `6.6.6.6, ${VISITOR}, ${OTHER_BALANCER}`, VISITOR],
    ['a visitor with IPv6', '2001:db9::5', '2001:db9::5'],
    ['the load balancer itself', '', BALANCER],
    ['who is no address', 'unknown', BALANCER],
  ])('tells the address of %s', async (_whom, forwarded, address) => {
    expect(await asked(edge, { from: BALANCER, forwarded })).toMatchObject({ address });
  });

  it('reads several headers as one list', async () => {
    const forwarded = ['6.6.6.6', VISITOR];
    expect(await asked(edge, { from: BALANCER, forwarded })).toMatchObject({ address: VISITOR });
  });

  it('believes no one who comes past them', async () => {
    for (const forwarded of ['6.6.6.6', BALANCER, `6.6.6.6, ${BALANCER}`])
      expect(await asked(edge, { forwarded })).toMatchObject({ address: '127.0.0.9' });
  });

  it('counts pages by visitor, not by load balancer', async () => {
    const open = (forwarded: string) => asked(edge, { from: BALANCER, forwarded, path: '/product/ring' });
    const openMany = async (forwarded: (nth: number) => string) => {
      const statuses = new Set<number>();
      for (let begun = 0; begun < 2_000 && !statuses.has(429); begun += 50) {
        const answers = await Promise.all(Array.from({ length: 50 }, (_, nth) => open(forwarded(begun + nth))));
        for (const { status } of answers) statuses.add(status);
      }
      return statuses;
    };
    expect(await openMany(() => '203.0.113.66')).toContain(429);
    expect(await open(VISITOR)).toEqual({ status: 200, address: VISITOR });
    // Names that a visitor invents give him no further shares.
    expect(await openMany((nth) => `198.51.100.${nth % 250}, 203.0.113.66`)).toContain(429);
  });
});
