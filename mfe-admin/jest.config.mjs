import { projects } from '@shop/test-kit/jest-preset';

export default projects('mfe-admin', { web: true, testInfra: false });
