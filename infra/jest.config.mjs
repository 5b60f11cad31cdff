import { isolated, projects } from '@shop/test-kit/jest-preset';

const config = projects('infra', { overrides: isolated });
// Broken on purpose.
const others = ['<rootDir>/guards/broken/'];
for (const project of config.projects) project.testPathIgnorePatterns = [...project.testPathIgnorePatterns, ...others];
export default config;
