import { nodeProject } from '@shop/test-kit/jest-preset';

/** The hosted pages in a real Chromium; run with the journeys. */
export default {
  testTimeout: 60_000,
  projects: [nodeProject('sandbox-browser', { globalSetup: undefined, testMatch: ['<rootDir>/**/*.browser.spec.ts'] })],
};
