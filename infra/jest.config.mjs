import { projects } from '@shop/test-kit/jest-preset';

const config = projects('infra');
// Projects of their own; what is broken on purpose is no test.
const others = ['<rootDir>/sandbox/', '<rootDir>/demo-data/', '<rootDir>/guards/broken/'];
for (const project of config.projects) project.testPathIgnorePatterns = [...project.testPathIgnorePatterns, ...others];
export default config;
