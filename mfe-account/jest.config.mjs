import { projects } from '@shop/test-kit/jest-preset';

export default projects('mfe-account', { web: true, testInfra: false });
