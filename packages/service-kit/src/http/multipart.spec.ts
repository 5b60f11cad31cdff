import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Problem } from '@shop/contracts';
import { startTestService, type TestService } from '../testing/index.ts';
import { ProbeModule } from '../../test/probe.module.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ name: 'catalog', module: ProbeModule });
});
afterAll(() => service.close());

const upload = async (body: string, contentType = 'multipart/form-data; boundary=x') => {
  const answer = await fetch(`${service.url}/api/v1/probe/upload`, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body,
  });
  const { code, errors } = (await answer.json()) as Problem;
  return { status: answer.status, code, ...(errors && { names: Object.keys(errors) }) };
};

const field = (name: string, value: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string, bytes: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n${bytes}\r\n`;

describe('a form that is not one', () => {
  it.each([
    ['no part', 'hello'],
    ['an end in the middle of a head', '--x\r\ncontent-disposition: form-da'],
    ['an end in the middle of a field', '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nRi'],
    ['an end in the middle of a file', field('title', 'Ring') + file('image', 'abc').slice(0, -4)],
    ['an end before the last boundary', field('title', 'Ring') + file('image', 'abc')],
  ])('is a 400 (%s)', async (_what, body) => {
    expect(await upload(body)).toEqual({ status: 400, code: 'request.malformed' });
  });

  it.each([
    ['nothing', ''],
    ['a malformed head', '--x\r\n\0\0: \r\nname\r\n\r\nRing\r\n--x--\r\n'],
  ])('lacks what is required (%s)', async (_what, body) => {
    expect(await upload(body)).toEqual({ status: 400, code: 'request.invalid', names: ['title'] });
  });

  it.each(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=""'])(
    'is a 400 without a boundary (%s)',
    async (type) => {
      expect(await upload(`${field('title', 'Ring')}--x--\r\n`, type)).toEqual({
        status: 400,
        code: 'request.malformed',
      });
    },
  );

  it('is a 400 with a field named like an internal', async () => {
    expect(await upload(`${field('__proto__', 'Ring')}--x--\r\n`)).toMatchObject({ status: 400 });
  });

  it('names a field or a file that comes twice', async () => {
    const twice = { status: 400, code: 'request.invalid' };
    expect(await upload(`${field('title', 'A')}${field('title', 'B')}--x--\r\n`)).toEqual({
      ...twice,
      names: ['title'],
    });
    const files = `${field('title', 'A')}${file('image', 'abc')}${file('image', 'def')}--x--\r\n`;
    expect(await upload(files)).toEqual({ ...twice, names: ['image'] });
  });

  it('is a 413 with more fields than any form has, or a longer one', async () => {
    const many = Array.from({ length: 200 }, (_, index) => field(`f${index}`, 'x')).join('');
    expect(await upload(`${many}--x--\r\n`)).toMatchObject({ status: 413, code: 'request.too-large' });
    expect(await upload(`${field('title', 'x'.repeat(1_200_000))}--x--\r\n`)).toEqual({
      status: 413,
      code: 'request.too-large',
      names: ['title'],
    });
  });

  it('takes one whose type is written in capitals', async () => {
    const answer = await fetch(`${service.url}/api/v1/probe/upload`, {
      method: 'POST',
      headers: { 'content-type': 'Multipart/Form-Data; boundary=x' },
      body: `${field('title', 'Ring')}${file('image', 'abc')}--x--\r\n`,
    });
    expect(await answer.json()).toEqual({ title: 'Ring', bytes: 3 });
  });
});

it('reads nothing of a GET that says it is a form', async () => {
  const answer = await fetch(`${service.url}/api/v1/probe/slow`, {
    headers: { 'content-type': 'multipart/form-data' },
  });
  expect(answer.status).toBe(200);
});
