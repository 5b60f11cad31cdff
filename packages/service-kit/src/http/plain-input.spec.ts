import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Problem } from '@shop/contracts';
import { startTestService, type TestService } from '../testing/index.ts';
import { ProbeModule } from '../../test/probe.module.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ name: 'catalog', module: ProbeModule });
});
afterAll(() => service.close());

const send = async (path: string, body: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${service.url}/api/v1/probe${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const { code, errors } = (await answer.json()) as Problem;
  return { status: answer.status, code, names: Object.keys(errors ?? {}) };
};

describe('a query', () => {
  it.each([
    ['page[]=1', ['page[]']],
    ['page%5B%5D=1', ['page[]']],
    ['page[$ne]=1', ['page[$ne]']],
    ['page[0]=1&page[1]=2', ['page[0]', 'page[1]']],
    ['$where=1', ['$where']],
    ['page=1&page=2', ['page']],
    ['page=1&page=1&unknown[]=x', ['page', 'unknown[]']],
  ])('with a list or an operator is refused by name (%s)', async (query, names) => {
    expect(await send(`/AR-1/echo?${query}`, '{"name":"Asha"}')).toEqual({
      status: 400,
      code: 'request.invalid',
      names,
    });
  });

  it('takes what is not declared as long as it is plain', async () => {
    expect((await send('/AR-1/echo?page=2&utm_source=x&filter.price.gte=1', '{"name":"Asha"}')).status).toBe(200);
  });
});

describe('a body', () => {
  it.each([
    ['{"name":"Asha","$where":"1"}', ['$where']],
    ['{"name":"Asha","address":{"pincode":"302001","a.b":1}}', ['address.a.b']],
    ['{"name":"Asha","more":[{"$gt":""},{"$ne":""}]}', ['more.0.$gt', 'more.1.$ne']],
    ['{"name":{"$ne":""}}', ['name.$ne', 'name']],
    ['{"name":"Asha","a\\u0000b":1}', ['a\u0000b']],
  ])('with a key that MongoDB reads as an operator or a path is refused by name (%s)', async (body, names) => {
    expect(await send('/AR-1/echo', body)).toEqual({ status: 400, code: 'request.invalid', names });
  });

  it('is refused by name when a text in it is no Unicode', async () => {
    const refused = { status: 400, code: 'request.invalid', names: ['more.0.text'] };
    expect(await send('/AR-1/echo', '{"name":"Asha","more":[{"text":"ring\\ud83d"}]}')).toEqual(refused);
    expect((await send('/AR-1/echo', '{"name":"बाली \\ud83d\\udc8d"}')).status).toBe(200);
  });

  it('is refused when it is nested deeper than any schema, also under an idempotency key', async () => {
    const depth = 100_000;
    const nested = `{"name":"Asha","more":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const refused = { status: 400, code: 'request.invalid', names: ['more'] };
    expect(await send('/things', nested, { 'idempotency-key': 'nested' })).toEqual(refused);
    expect(await send('/AR-1/echo', nested)).toEqual(refused);
  });
});
