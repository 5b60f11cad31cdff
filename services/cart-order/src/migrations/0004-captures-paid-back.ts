import { defineMigration, inBatches } from '@shop/service-kit';
import { CHECKOUTS, type Checkout } from '../checkouts/checkout.schema.ts';
import { recordsOfCheckout } from '../money/capture-record.rules.ts';
import { addMissingRecords } from './add-missing-records.ts';

const BATCH_SIZE = 500;

/** Records the payments of checkouts that became no order, from before there were capture records. */
export const capturesPaidBack = defineMigration<string>({
  id: '0004-captures-paid-back',
  run: async (context) => {
    const checkouts = context.db.collection<Checkout>(CHECKOUTS);
    const fields = ['userId', 'currency', 'state', 'payment', 'paidTwice', 'amounts', 'createdAt'] as const;
    await inBatches(context, checkouts, { size: BATCH_SIZE, fields }, (batch) =>
      addMissingRecords(context.db, batch.flatMap(recordsOfCheckout)),
    );
  },
});
