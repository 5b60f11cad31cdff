import { isolated, nodeProject } from '@shop/test-kit/jest-preset';

/** No database: other projects test against the sandbox. Its hosted pages are tested in a real Chromium. */
export default {
  testTimeout: 60_000,
  projects: [nodeProject('sandbox', { ...isolated, globalSetup: undefined })],
};
