import type { Other } from './import-cycle.other.ts';

export interface One {
  other: Other;
}
