import type { PartLoader } from '@shop/mfe-kit';

/** For pages that are shown without parts of other remotes. */
export const noParts: PartLoader = {
  peek: () => undefined,
  load: () => Promise.reject(new Error('no parts in this test')),
  standing: () => false,
  preloadPart: () => {},
  preloadPage: () => {},
};
