import { isolated, nodeProject } from '@shop/test-kit/jest-preset';

/** Each of jest's workers has a shop, which is started before the first test and stopped after the last. */
export default {
  ...nodeProject('e2e', { globalSetup: '<rootDir>/shop.setup.mjs', globalTeardown: '<rootDir>/shop.teardown.mjs' }),
  ...isolated,
  setupFilesAfterEnv: ['<rootDir>/trace.setup.ts'],
  testSequencer: '<rootDir>/longest-first.mjs',
  // A CI machine may be five times slower than a developer's.
  testTimeout: 900_000,
};
