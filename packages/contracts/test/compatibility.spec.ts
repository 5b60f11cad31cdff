import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { defineBrowserEvent, defineCall, defineErrors, defineEvent, defineFragment } from '../src/index.ts';
import { breaksBetween } from '../tools/compare.ts';
import { type Declarations, snapshotOf } from '../tools/snapshot.ts';

const category = z.object({ main: z.string(), sub: z.array(z.string()) }).meta({ id: 'TestCategory' });

const getProduct = {
  id: 'catalog.get-product',
  service: 'catalog',
  method: 'GET',
  path: '/product/:group',
  access: 'guest',
  summary: 'A product',
  params: z.object({ group: z.string() }),
  query: z.object({ page: z.coerce.number().max(100).default(1), sort: z.enum(['featured', 'price']).optional() }),
  answer: z.object({
    name: z.string(),
    price: z.number().nonnegative(),
    video: z.string().optional(),
    category,
    offers: z.array(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('percent'), percent: z.number() }),
        z.object({ kind: z.literal('gift'), text: z.string() }),
      ]),
    ),
    badge: z.string().nullable(),
  }),
  errors: [],
} as const;

const addLine = {
  id: 'cart-order.add-line',
  service: 'cart-order',
  method: 'POST',
  path: '/cart',
  access: 'user',
  summary: 'Adds a line',
  body: z.object({ productId: z.string(), quantity: z.int().min(1).max(99), note: z.string().max(200).optional() }),
  answer: z.object({ id: z.string() }),
  errors: [],
  idempotencyKey: true,
} as const;

const orderCreated = {
  name: 'order.created.v1',
  publisher: 'cart-order',
  summary: 'An order',
  key: 'orderId',
  data: z.object({ orderId: z.string(), lines: z.array(z.object({ productId: z.string(), quantity: z.int() })) }),
  consumers: { catalog: { subscription: 'work', effect: 'sells the hold' } },
} as const;

const button = {
  id: 'checkout/cart-button',
  summary: 'The cart',
  props: z.object({ compact: z.boolean().optional() }),
  reserve: {},
  server: true,
} as const;

const cartChanged = {
  name: 'checkout:cart-changed',
  summary: 'Changed',
  detail: z.object({ cartId: z.string() }),
} as const;

/** The contract above with overrides. */
function declared({
  product = {},
  line = {},
  event = {},
  fragment = {},
  browserEvent = {},
  status = 409,
}: {
  product?: object;
  line?: object;
  event?: object;
  fragment?: object;
  browserEvent?: object;
  status?: number;
} = {}): Declarations {
  return {
    calls: [
      defineCall({ ...getProduct, ...product } as Parameters<typeof defineCall>[0]),
      defineCall({ ...addLine, ...line } as Parameters<typeof defineCall>[0]),
    ],
    events: [defineEvent({ ...orderCreated, ...event } as Parameters<typeof defineEvent>[0])],
    errors: defineErrors({ 'cart.insufficient-stock': { status, message: 'Too few' } }),
    fragments: [defineFragment({ ...button, ...fragment } as Parameters<typeof defineFragment>[0])],
    browserEvents: [
      defineBrowserEvent({ ...cartChanged, ...browserEvent } as Parameters<typeof defineBrowserEvent>[0]),
    ],
  };
}

const released = snapshotOf(declared());
/** As printed: `call catalog.get-product: answer.price was removed`. */
const breaks = (next: Parameters<typeof declared>[0]) =>
  breaksBetween(released, snapshotOf(declared(next))).map(({ part, field, what }) => `${part}: ${field} ${what}`);

const answer = getProduct.answer;
const { body } = addLine;

describe('a compatible change passes', () => {
  it.each<[string, Parameters<typeof declared>[0]]>([
    ['nothing changed', {}],
    ['an answer got another field', { product: { answer: answer.extend({ rating: z.number() }) } }],
    [
      'an optional field of an answer is always there now',
      { product: { answer: answer.extend({ video: z.string() }) } },
    ],
    ['an answer promises more', { product: { answer: answer.extend({ price: z.number().min(1) }) } }],
    ['a nullable field is never null any more', { product: { answer: answer.extend({ badge: z.string() }) } }],
    ['an input got an optional field', { line: { body: body.extend({ gift: z.boolean().optional() }) } }],
    ['an input got a field with a default', { line: { body: body.extend({ gift: z.boolean().default(false) }) } }],
    [
      'a required field of an input became optional',
      { line: { body: body.extend({ quantity: z.int().min(1).max(99).default(1) }) } },
    ],
    ['an input takes more', { line: { body: body.extend({ quantity: z.int().min(1).max(999) }) } }],
    [
      'an input takes another value',
      { product: { query: getProduct.query.extend({ sort: z.enum(['featured', 'price', 'rating']).optional() }) } },
    ],
    ['a call is open to more people', { line: { access: 'guest' } }],
    ['a call without one takes an idempotency key', { product: { idempotencyKey: true } }],
    ['an event got another field', { event: { data: orderCreated.data.extend({ userId: z.string() }) } }],
    [
      'a fragment takes another optional prop',
      { fragment: { props: button.props.extend({ label: z.string().optional() }) } },
    ],
  ])('%s', (_, next) => {
    expect(breaks(next)).toEqual([]);
  });
});

describe('an incompatible change is named', () => {
  it.each<[string, Parameters<typeof declared>[0], string]>([
    [
      'a field of an answer is gone',
      { product: { answer: answer.omit({ price: true }) } },
      'call catalog.get-product: answer.price was removed',
    ],
    [
      'an optional field of an answer is gone',
      { product: { answer: answer.omit({ video: true }) } },
      'call catalog.get-product: answer.video was removed',
    ],
    [
      'a field of an answer became optional',
      { product: { answer: answer.extend({ name: z.string().optional() }) } },
      'call catalog.get-product: answer.name is no longer always there',
    ],
    [
      'a field of an answer became nullable',
      { product: { answer: answer.extend({ name: z.string().nullable() }) } },
      'call catalog.get-product: answer.name was string and is now null',
    ],
    [
      'a field of an answer has another type',
      { product: { answer: answer.extend({ price: z.string() }) } },
      'call catalog.get-product: answer.price was number and is now string',
    ],
    [
      'an answer promises less',
      { product: { answer: answer.extend({ price: z.number() }) } },
      'call catalog.get-product: answer.price minimum was 0 and is now none',
    ],
    [
      'a field inside a shared piece is gone',
      { product: { answer: answer.extend({ category: z.object({ main: z.string() }) }) } },
      'call catalog.get-product: answer.category.sub was removed',
    ],
    [
      'a field inside one of several kinds is gone',
      {
        product: {
          answer: answer.extend({
            offers: z.array(
              z.discriminatedUnion('kind', [
                z.object({ kind: z.literal('percent') }),
                z.object({ kind: z.literal('gift'), text: z.string() }),
              ]),
            ),
          }),
        },
      },
      'call catalog.get-product: answer.offers[].percent was removed',
    ],
    [
      'an input needs another field',
      { line: { body: body.extend({ size: z.string() }) } },
      'call cart-order.add-line: body.size is now required',
    ],
    [
      'an optional field of an input became required',
      { line: { body: body.extend({ note: z.string().max(200) }) } },
      'call cart-order.add-line: body.note is now required',
    ],
    [
      'a field of an input is no longer read',
      { line: { body: body.omit({ note: true }) } },
      'call cart-order.add-line: body.note is no longer read',
    ],
    [
      'an input takes less',
      { line: { body: body.extend({ quantity: z.int().min(1).max(10) }) } },
      'call cart-order.add-line: body.quantity maximum was 99 and is now 10',
    ],
    [
      'an input got a limit',
      { line: { body: body.extend({ productId: z.string().regex(/^[0-9a-f]+$/) }) } },
      'call cart-order.add-line: body.productId pattern was free and is now ^[0-9a-f]+$',
    ],
    [
      'an input no longer takes a value',
      { product: { query: getProduct.query.extend({ sort: z.enum(['featured']).optional() }) } },
      'call catalog.get-product: query.sort no longer takes "price"',
    ],
    [
      'a call that had no body needs one',
      { product: { body: z.object({ a: z.string() }) } },
      'call catalog.get-product: body.a is now required',
    ],
    [
      'a call moved',
      { product: { path: '/products/:group' } },
      'call catalog.get-product: path was /api/v1/product/:group and is now /api/v1/products/:group',
    ],
    [
      'a call is closed to some',
      { product: { access: 'user' } },
      'call catalog.get-product: access was guest and is now user',
    ],
    [
      'a call answers with another status',
      { line: { status: 201 } },
      'call cart-order.add-line: status was 200 and is now 201',
    ],
    [
      'a call forgets repetitions',
      { line: { idempotencyKey: false } },
      'call cart-order.add-line: idempotencyKey is no longer accepted: a retry would repeat the effect',
    ],
    ['a call is gone', { line: { id: 'cart-order.add' } }, 'call cart-order.add-line:  was removed'],
    [
      'a field of an event is gone',
      { event: { data: orderCreated.data.omit({ lines: true }) } },
      'event order.created.v1: data.lines was removed',
    ],
    [
      'a field deep in an event loosened',
      {
        event: {
          data: orderCreated.data.extend({ lines: z.array(z.object({ productId: z.string(), quantity: z.number() })) }),
        },
      },
      'event order.created.v1: data.lines[].quantity was integer and is now number',
    ],
    ['an event is gone', { event: { name: 'order.created.v2' } }, 'event order.created.v1:  was removed'],
    ['an error has another status', { status: 422 }, 'error cart.insufficient-stock: status was 409 and is now 422'],
    [
      'a fragment needs another prop',
      { fragment: { props: button.props.extend({ label: z.string() }) } },
      'fragment checkout/cart-button: props.label is now required',
    ],
    [
      'a browser event lost a field',
      { browserEvent: { detail: z.object({}) } },
      'browser event checkout:cart-changed: detail.cartId was removed',
    ],
  ])('%s', (_, next, expected) => {
    expect(breaks(next)).toEqual([expected]);
  });
});
