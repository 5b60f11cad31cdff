import { expect, it } from '@jest/globals';
import { cartOrder } from '@shop/contracts';
import type { Failure } from '../http/failure.ts';
import { CallError } from './client.ts';
import { refusalOf } from './refusal.ts';

const code = 'checkout.too-many-expired' as const;
const problem = {
  ...{ type: 'about:blank', title: code, status: 429, code, requestId: 'r' },
  ...{ message: 'Please try again in 5 minutes', details: { retryAfterS: 290 } },
};
const error = new CallError(cartOrder.freezeCart, code, { status: 429, problem, refused: true });

it('passes on a refusal of cart-order with how long to wait', () => {
  const isDeclared = ({ code }: { code: string }) => cartOrder.freezeCart.errors.some((one) => one === code);
  expect(refusalOf(error, isDeclared) as Failure).toMatchObject({
    ...{ code, status: 429, message: problem.message },
    headers: { 'retry-after': '290' },
  });
});

it('leaves every other error as it is', () => {
  expect(refusalOf(error, () => false)).toBe(error);
  const unanswered = new CallError(cartOrder.freezeCart, 'service.timeout', { refused: false });
  expect(refusalOf(unanswered, () => true)).toBe(unanswered);
});
