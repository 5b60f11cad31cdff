import { isolated, nodeProject, TEST_TIMEOUT_MS } from '@shop/test-kit/jest-preset';

/** No database: other projects test against the sandbox. Its hosted pages are tested in a real Chromium. */
export default {
  testTimeout: TEST_TIMEOUT_MS,
  projects: [nodeProject('sandbox', { ...isolated, globalSetup: undefined })],
};
