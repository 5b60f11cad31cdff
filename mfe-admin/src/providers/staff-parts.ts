import type { StaffAction, StaffScreen } from '../components/staff-screen.ts';

/** What staff have of a provider beside its payments. */
export interface StaffParts {
  /** Its own screen, in the menu. */
  screen: Omit<StaffScreen, 'group'>;
  /** What is done there, found by the command palette. */
  actions: readonly StaffAction[];
  /** Where what it lacks is entered. */
  settings?: { to: string; name: string };
  /** What is to be done, counted on the dashboard. */
  tasks: readonly StaffTask[];
  /** Subjects of the audit trail by the names that payment records. */
  subjects: Readonly<Record<string, string>>;
}

export interface StaffTask {
  name: string;
  to: string;
  count: { queryKey: readonly unknown[]; queryFn(context: { signal: AbortSignal }): Promise<number> };
}
