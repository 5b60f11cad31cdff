import { projects } from '@shop/test-kit/jest-preset';

export default projects('test-kit', { testInfra: false });
