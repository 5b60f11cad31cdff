export * from './books.rules.ts';
export * from './disputes.rules.ts';
export * from './events.ts';
export * from './paying.ts';
export * from './payments.ts';
export * from './provider.ts';
export * from './provider-name.ts';
export * from './providers/list.ts';
