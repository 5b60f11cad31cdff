import { createStore } from '@shop/mfe-kit';

/** Until about when staff look after the shop, which can be read only; null while it sells. */
export const readOnlyUntil = createStore<string | null>(null);

/** Every answer of the API says it. */
export function noteReadOnly({ headers }: Response): void {
  const until = headers.get('shop-read-only');
  if (until !== readOnlyUntil.get()) readOnlyUntil.set(until);
}
