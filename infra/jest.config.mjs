import { projects } from '@shop/test-kit/jest-preset';

const config = projects('infra');
// The sandbox is a project of its own.
for (const project of config.projects)
  project.testPathIgnorePatterns = [...project.testPathIgnorePatterns, '<rootDir>/sandbox/'];
export default config;
