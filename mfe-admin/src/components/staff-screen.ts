import type { Permission } from '@shop/contracts/browser';

/** Groups of the menu, by whose work it is. */
export const GROUPS = ['Sales', 'Catalogue', 'People', 'Website', 'Shop'] as const;
export type Group = (typeof GROUPS)[number];

/** What the command palette leads to. */
export interface StaffAction {
  path: string;
  label: string;
  /** Needed by its calls; without it anybody of the staff. */
  permission?: Permission;
  /** Any of these opens it too: it has a part for each. */
  or?: readonly Permission[];
  /** What else people call it. */
  words: readonly string[];
}

export interface StaffScreen extends StaffAction {
  /** `developers`: not in the menu. */
  group: Group | 'developers';
  /** Where its records are, each a page: `/admin/order/`. */
  records?: readonly string[];
}
