import { projects } from '@shop/test-kit/jest-preset';

export default projects('mfe-kit', { web: true, testInfra: false });
