import { projects } from '@shop/test-kit/jest-preset';

export default projects('storage');
