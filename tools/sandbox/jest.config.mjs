import { nodeProject } from '@shop/test-kit/jest-preset';

/** No database: the sandbox is what others test against. Its hosted pages are tested in a real Chromium. */
export default {
  testTimeout: 60_000,
  projects: [nodeProject('sandbox', { globalSetup: undefined })],
};
