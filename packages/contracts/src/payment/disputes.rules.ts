import type { z } from 'zod';
import type { disputeStatus } from './events.ts';

/** A dispute as payment and cart-order store it. */
export interface KnownDispute {
  /** The provider's id. */
  disputeId: string;
  status: z.infer<typeof disputeStatus>;
  /** Smallest unit of the payment's currency; `null` counts as the whole payment. */
  amount: number | null;
}

/** Order of the statuses: a report of an earlier one is late. */
const STEPS: Record<KnownDispute['status'], number> = { open: 0, 'under-review': 1, won: 2, lost: 2, closed: 2 };

/** The disputes after a report, which may be late or a duplicate: then the same list. */
export function withDispute<D extends KnownDispute>(known: readonly D[], report: D): readonly D[] {
  const before = known.find(({ disputeId }) => disputeId === report.disputeId);
  if (before && (STEPS[report.status] < STEPS[before.status] || report.status === before.status)) return known;
  return [...known.filter((one) => one !== before), report];
}

/** What disputes withhold from refunds of a payment, in its smallest unit: `lost` for good, `open` until they are decided. */
export function withheldByDisputes(
  captured: number,
  disputes: readonly KnownDispute[] = [],
): { lost: number; open: number } {
  const sum = (...statuses: KnownDispute['status'][]) =>
    disputes.reduce((total, { status, amount }) => total + (statuses.includes(status) ? (amount ?? captured) : 0), 0);
  const lost = Math.min(captured, sum('lost'));
  return { lost, open: Math.min(captured - lost, sum('open', 'under-review')) };
}
