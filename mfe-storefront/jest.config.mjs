import { projects } from '@shop/test-kit/jest-preset';

export default projects('mfe-storefront', { web: true, testInfra: false });
