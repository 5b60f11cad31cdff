import { describe, expect, it } from '@jest/globals';
import { calls, defineCall } from '@shop/contracts';
import { z } from 'zod';
import { familyOf, mismatches, routed } from './routes.ts';

const call = (path: string, service: 'catalog' | 'payment' = 'catalog', access: 'guest' | 'service' = 'guest') =>
  defineCall({
    id: `${service}.test`,
    service,
    method: 'GET',
    path,
    access,
    summary: '',
    answer: z.unknown(),
    errors: [],
  });

describe('the table of routes', () => {
  it('has a route for every call of the contracts, and a call for every route', () => {
    expect(mismatches(calls)).toEqual([]);
  });

  const table = { catalog: ['/products'], payment: ['/payment'] };
  const declared = [call('/products'), call('/products/:id'), call('/payment/verify', 'payment')];

  it('says which call has no route, and where the row belongs', () => {
    expect(mismatches(declared, table)).toEqual([]);
    expect(mismatches([...declared, call('/gift-wrap/:id')], table)).toEqual([
      "catalog.test has no route: add the family of /gift-wrap/:id to 'catalog' in gateway/src/routes.ts",
    ]);
  });

  it('says which call would be sent to another service than its own, and lets it through to neither', () => {
    expect(mismatches([...declared, call('/products/sold', 'payment')], table)).toEqual([
      "payment.test belongs to payment, but '/products' in gateway/src/routes.ts leads to catalog",
    ]);
    expect(routed([call('/products/sold', 'payment')])).toEqual([]);
  });

  it('says which route has no call', () => {
    expect(mismatches(declared.slice(0, 2), table)).toEqual([
      "'/payment' of payment in gateway/src/routes.ts has no call in the contracts",
    ]);
  });

  it('takes whole segments, and the longest family that fits', () => {
    const nested = { catalog: ['/admin'], identity: ['/admin/user'] };
    expect(familyOf('/admin/user/1', nested)?.service).toBe('identity');
    expect(familyOf('/admin/users', nested)?.service).toBe('catalog');
    expect(familyOf('/administration', nested)).toBeUndefined();
  });

  it('leaves out what services say to each other', () => {
    expect(
      routed(calls).filter(({ access, path }) => access === 'service' || !/^\/(?!internal|\.well-known)/.test(path)),
    ).toEqual([]);
    expect(calls.some(({ access }) => access === 'service')).toBe(true);
  });
});
