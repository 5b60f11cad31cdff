export * from './banners.ts';
export * from './brand.ts';
export * from './events.ts';
export * from './images.ts';
export * from './mail.ts';
export * from './pages.ts';
export * from './posts.ts';
export * from './world.ts';
