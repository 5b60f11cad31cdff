export * from './fragments.ts';
