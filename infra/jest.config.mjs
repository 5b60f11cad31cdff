import { projects } from '@shop/test-kit/jest-preset';

const config = projects('infra');
// The sandbox is a project of its own; what is broken on purpose is no test.
const others = ['<rootDir>/sandbox/', '<rootDir>/guards/broken/', '<rootDir>/test/fixture/'];
for (const project of config.projects) project.testPathIgnorePatterns = [...project.testPathIgnorePatterns, ...others];
export default config;
