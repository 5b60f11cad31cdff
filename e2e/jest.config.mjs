import { nodeProject } from '@shop/test-kit/jest-preset';

/** Journeys go through one shop, which is started before the first of them and stopped after the last. */
export default {
  ...nodeProject('e2e', { globalSetup: '<rootDir>/shop.setup.mjs', globalTeardown: '<rootDir>/shop.teardown.mjs' }),
  setupFilesAfterEnv: ['<rootDir>/second-go.mjs'],
  // A build server may be five times slower than a desk; a test that goes well does not take longer for it.
  testTimeout: 300_000,
};
