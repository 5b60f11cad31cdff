import { projects } from '@shop/test-kit/jest-preset';

const config = projects('tools');
// The sandbox and the demo data are projects of their own.
const others = ['<rootDir>/sandbox/', '<rootDir>/demo-data/'];
for (const project of config.projects) project.testPathIgnorePatterns = [...project.testPathIgnorePatterns, ...others];
export default config;
