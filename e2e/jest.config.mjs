import { nodeProject } from '@shop/test-kit/jest-preset';

/** All tests use one shop, which is started before the first and stopped after the last. */
export default {
  ...nodeProject('e2e', { globalSetup: '<rootDir>/shop.setup.mjs', globalTeardown: '<rootDir>/shop.teardown.mjs' }),
  setupFilesAfterEnv: ['<rootDir>/retry-once.mjs'],
  // A CI machine may be five times slower than a developer's.
  testTimeout: 300_000,
};
