import { projects } from '@shop/test-kit/jest-preset';

export default projects('mfe-checkout', { web: true, testInfra: false });
