import { PassThrough } from 'node:stream';
import { Logger } from '@nestjs/common';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { inContext } from './context.ts';
import { createPino, PinoLogger } from './logger.ts';

let written: PassThrough;
const lines = () =>
  String(written.read() ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

beforeEach(() => {
  written = new PassThrough();
  Logger.overrideLogger(new PinoLogger(createPino('catalog', 'info', written)));
});

describe('the log', () => {
  it('is JSON with level, time, service, class, and the ids of the work under way', () => {
    inContext({ requestId: 'request-1', correlationId: 'correlation-1', userId: 'u1' }, () => {
      new Logger('CartService').log('line added', { productId: 'p1' });
    });
    expect(lines()).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        service: 'catalog',
        context: 'CartService',
        requestId: 'request-1',
        correlationId: 'correlation-1',
        userId: 'u1',
        productId: 'p1',
        msg: 'line added',
      },
    ]);
  });

  it('keeps secrets and personal data out of fields, however deep the first levels hide them', () => {
    new Logger('Auth').warn('odd sign-in', {
      password: 'hunter2',
      user: { email: 'asha@example.com', phone: '+91 98765 43210' },
      body: { pan: 'ABCPE1234F', shippingInfo: { street: '12 MG Road' }, headers: { authorization: 'Bearer abc' } },
    });
    const text = JSON.stringify(lines());
    for (const secret of ['hunter2', 'asha@example.com', '98765', 'MG Road', 'Bearer abc', 'ABCPE1234F']) {
      expect(text).not.toContain(secret);
    }
  });

  it('keeps them out of what drivers write into their errors', () => {
    const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1MSJ9.c2lnbmF0dXJl';
    const error = Object.assign(
      new Error(
        `E11000 duplicate key error dup key: { email: "asha@example.com" } at mongodb://root:hunter2@db/shop with ${token} of abcpe1234f`,
      ),
      { code: 11_000, keyValue: { email: 'asha@example.com' } },
    );
    new Logger('Users').error('saving failed', error);
    const [line] = lines();
    expect(line).toMatchObject({ level: 'error', msg: 'saving failed', err: { type: 'Error', code: 11_000 } });
    const text = JSON.stringify(line);
    for (const secret of ['asha@example.com', 'hunter2', token, 'abcpe1234f']) expect(text).not.toContain(secret);
    expect(text).toContain('logger.spec.ts');
  });
});
