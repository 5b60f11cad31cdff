import { afterAll } from '@jest/globals';
import { closeFaultShop } from './fault-shop.ts';
// Together, because their shop takes longer to start than most of these tests. `paying` is last: it advances the providers' clock.
import './two-tabs.ts';
import './killed.ts';
import './paying.ts';

afterAll(closeFaultShop);
