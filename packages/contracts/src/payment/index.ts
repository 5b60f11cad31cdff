export * from './events.ts';
export * from './payments.ts';
