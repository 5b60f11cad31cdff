import { expect, it } from '@jest/globals';
import { cartOrder } from '@shop/contracts';
import { CallError, type Failure } from '@shop/service-kit';
import { refusalOf } from './refusal.ts';

it('passes on a refusal of cart-order with how long to wait', () => {
  const code = 'checkout.too-many-expired' as const;
  const problem = {
    ...{ type: 'about:blank', title: code, status: 429, code, requestId: 'r' },
    ...{ message: 'Please try again in 5 minutes', details: { retryAfterS: 290 } },
  };
  const error = new CallError(cartOrder.freezeCart, code, { status: 429, problem, refused: true });
  expect(refusalOf(error, cartOrder.freezeCart) as Failure).toMatchObject({
    ...{ code, status: 429, message: problem.message },
    headers: { 'retry-after': '290' },
  });
});
