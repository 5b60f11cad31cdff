export * from './address.ts';
export * from './audit.ts';
export * from './auth.ts';
export * from './events.ts';
export * from './own-data.ts';
export * from './security.ts';
export * from './sizes.ts';
export * from './user.ts';
