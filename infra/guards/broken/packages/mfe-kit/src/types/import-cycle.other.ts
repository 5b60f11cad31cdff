import type { One } from './import-cycle.ts';

export interface Other {
  one?: One;
}
