export * from './browser-events.ts';
