import { type AnyCall, defineCall, staff } from '@shop/contracts';
import { z } from 'zod';
import type { Table } from '../src/routes.ts';

const answer = z.unknown();

// One call of every kind that the gateway treats differently.

export const listProducts = defineCall({
  id: 'catalog.list',
  service: 'catalog',
  method: 'GET',
  path: '/products',
  access: 'guest',
  summary: 'A public list',
  query: z.object({ page: z.coerce.number().default(1), sort_by: z.string().optional() }),
  answer,
  errors: [],
  cache: { seconds: 60, staleSeconds: 60, tags: ['products'] },
  timeoutMs: 20_000,
});
export const getProduct = defineCall({
  id: 'catalog.get',
  service: 'catalog',
  method: 'GET',
  path: '/product/:id',
  access: 'guest',
  summary: 'A public page',
  params: z.object({ id: z.string() }),
  answer,
  errors: [],
  cache: { seconds: 60, staleSeconds: 60, tags: ['product:{id}'] },
});
export const search = defineCall({
  id: 'catalog.search',
  service: 'catalog',
  method: 'GET',
  path: '/search',
  access: 'guest',
  summary: 'Public, but never cached',
  query: z.object({ q: z.string() }),
  answer,
  errors: [],
});
export const impatient = defineCall({
  id: 'catalog.impatient',
  service: 'catalog',
  method: 'GET',
  path: '/search/impatient',
  access: 'guest',
  summary: 'Has a short time-out',
  answer,
  errors: [],
  timeoutMs: 300,
});
export const saveProduct = defineCall({
  id: 'catalog.save',
  service: 'catalog',
  method: 'PUT',
  path: '/admin/product/:id',
  access: staff('audit.read'),
  summary: 'Staff only, with pictures',
  params: z.object({ id: z.string() }),
  body: z.object({ name: z.string() }),
  files: { image: 'image/*' },
  answer,
  errors: [],
});
export const sendCode = defineCall({
  id: 'identity.code',
  service: 'identity',
  method: 'POST',
  path: '/auth/send-otp',
  access: 'guest',
  summary: 'Signing in',
  body: z.object({ email: z.string() }),
  answer,
  errors: [],
  limit: 'sign-in',
});
export const verifyCode = defineCall({
  id: 'identity.verify',
  service: 'identity',
  method: 'POST',
  path: '/auth/verify-otp',
  access: 'guest',
  summary: 'Redeeming a code',
  body: z.object({ email: z.string() }),
  answer,
  errors: [],
  limit: 'code',
});
export const me = defineCall({
  id: 'identity.me',
  service: 'identity',
  method: 'GET',
  path: '/me',
  access: 'guest',
  summary: 'For guests too',
  answer,
  errors: [],
});
export const logoutByLink = defineCall({
  id: 'identity.logout-by-get',
  service: 'identity',
  method: 'GET',
  path: '/logout',
  access: 'guest',
  summary: 'A GET that changes something',
  answer,
  errors: [],
});
export const getCart = defineCall({
  id: 'cart-order.cart',
  service: 'cart-order',
  method: 'GET',
  path: '/cart',
  access: 'user',
  summary: 'Signed in',
  answer,
  errors: [],
});
export const addToCart = defineCall({
  id: 'cart-order.add',
  service: 'cart-order',
  method: 'POST',
  path: '/cart',
  access: 'user',
  summary: 'Creates something',
  body: z.object({ productId: z.string() }),
  answer,
  status: 201,
  errors: [],
  idempotencyKey: true,
});
export const changeLine = defineCall({
  id: 'cart-order.change',
  service: 'cart-order',
  method: 'PUT',
  path: '/cart/:id',
  access: 'user',
  summary: 'Marked as repeatable',
  params: z.object({ id: z.string() }),
  body: z.object({ quantity: z.number() }),
  answer,
  errors: [],
  repeatable: 'The quantity is set, not added',
});
export const removeLine = defineCall({
  id: 'cart-order.remove',
  service: 'cart-order',
  method: 'DELETE',
  path: '/cart/:id',
  access: 'user',
  summary: 'Answers 404 the second time',
  params: z.object({ id: z.string() }),
  answer,
  errors: [],
});
export const setStatus = defineCall({
  id: 'cart-order.set-status',
  service: 'cart-order',
  method: 'PUT',
  path: '/cart/status',
  access: 'user',
  summary: 'Answers 409 the second time',
  body: z.object({ status: z.string() }),
  answer,
  errors: [],
});
export const createPayment = defineCall({
  id: 'payment.create',
  service: 'payment',
  method: 'POST',
  path: '/payment/create-order',
  access: 'user',
  summary: 'Paying',
  body: z.object({ amount: z.number() }),
  answer,
  errors: [],
  limit: 'payment',
});
export const webhook = defineCall({
  id: 'payment.webhook',
  service: 'payment',
  method: 'POST',
  path: '/payment/webhooks/razorpay',
  access: 'provider',
  summary: 'Signed by an outside party',
  body: z.unknown(),
  answer,
  errors: [],
  limit: 'none',
});
export const contact = defineCall({
  id: 'content.contact',
  service: 'content',
  method: 'POST',
  path: '/contact',
  access: 'guest',
  summary: 'A form',
  body: z.object({ text: z.string() }),
  answer,
  errors: [],
});
export const internalQuote = defineCall({
  id: 'catalog.quote',
  service: 'catalog',
  method: 'POST',
  path: '/internal/quote',
  access: 'service',
  summary: 'Between services',
  answer,
  errors: [],
});

export const testCalls: readonly AnyCall[] = [
  listProducts,
  getProduct,
  search,
  impatient,
  saveProduct,
  sendCode,
  verifyCode,
  me,
  logoutByLink,
  getCart,
  addToCart,
  changeLine,
  removeLine,
  setStatus,
  createPayment,
  webhook,
  contact,
  internalQuote,
];

export const testRoutes: Table = {
  catalog: ['/products', '/product', '/search', '/admin/product'],
  identity: ['/auth', '/me', '/logout'],
  'cart-order': ['/cart'],
  payment: ['/payment'],
  content: ['/contact'],
};
