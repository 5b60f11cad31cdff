/** Every payment provider: a line each, and nothing else. */
export * from './razorpay.ts';
export * from './paypal.ts';
export * from './bank-transfer.ts';
