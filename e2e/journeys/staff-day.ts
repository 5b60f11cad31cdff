import { eventually } from '@shop/test-kit';
import type { Locator, Page } from 'playwright-core';
import type { Hand } from './hands.ts';
import type { Order } from './staff-steps.ts';

/** What the steps of a day share: who plays them, and what is of this day alone. */
export interface Day {
  hand: Hand;
  page: Page;
  /** Ends the names of what this day makes: other days leave theirs. */
  mark: string;
  /** To be sent in two parcels. */
  order: Order;
  /** Stays in the work queue. */
  waiting: Order;
  /** Wrote a review. */
  reviewer: string;
  /** A draft of a group of its own. */
  product: { _id: string; name: string; productGroup: string };
}

/** One thing that staff do, and what they see of it. */
export type Step = readonly [sentence: string, play: (day: Day) => Promise<void>];

/** The rows of the lists and tables that have a text in them. */
export const rowWith = (page: Page, text: string) => page.locator('tbody tr').filter({ hasText: text });

/** Answers the question that is asked before something cannot be undone. */
export async function confirm({ hand, page }: Day, answer: string): Promise<void> {
  const question = page.getByRole('dialog');
  await hand.press(question.getByRole('button', { name: answer, exact: true }));
  await question.waitFor({ state: 'detached' });
}

/** Waits until a button that saves has nothing to save any more. */
export async function untilSaved(save: Locator): Promise<void> {
  await eventually(() => save.evaluate((one) => one.matches(':disabled:not([aria-busy])')), { what: `${save} done` });
}
