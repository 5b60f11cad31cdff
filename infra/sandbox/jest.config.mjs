import { nodeProject } from '@shop/test-kit/jest-preset';

/** No database: the sandbox is what others test against. Browser tests have a configuration of their own. */
export default {
  testTimeout: 30_000,
  projects: [
    nodeProject('sandbox', {
      globalSetup: undefined,
      testPathIgnorePatterns: ['/node_modules/', '\\.browser\\.spec\\.ts$'],
    }),
  ],
};
