export * from './cart.ts';
export * from './charges.ts';
export * from './checkout.ts';
export * from './delivery.ts';
export * from './events.ts';
export * from './money.ts';
export * from './orders.ts';
export * from './buyers.ts';
