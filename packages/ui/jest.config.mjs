import { projects } from '@shop/test-kit/jest-preset';

export default projects('ui', { web: true, testInfra: false });
