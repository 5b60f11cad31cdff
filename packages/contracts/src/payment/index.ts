export * from './disputes.ts';
export * from './events.ts';
export * from './payments.ts';
