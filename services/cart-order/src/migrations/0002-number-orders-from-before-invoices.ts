import { defineMigration } from '@shop/service-kit';

const BATCH = 500;

/** Orders from before there were invoices lack `numbersDue`. */
export const numberOrdersFromBeforeInvoices = defineMigration<string>({
  id: '0002-number-orders-from-before-invoices',
  async run({ db, cursor, saveCursor, log }) {
    const orders = db.collection<{ _id: string; numbersDue?: boolean }>('orders');
    for (let after = cursor ?? ''; ;) {
      const batch = await orders
        .find({ _id: { $gt: after } }, { projection: { numbersDue: 1 } })
        .sort({ _id: 1 })
        .limit(BATCH)
        .toArray();
      const due = batch.filter(({ numbersDue }) => numbersDue === undefined).map(({ _id }) => _id);
      const { modifiedCount } = await orders.updateMany(
        { _id: { $in: due }, numbersDue: { $exists: false } },
        { $set: { numbersDue: true } },
      );
      if (modifiedCount > 0) log.log('Orders from before there were invoices are to be numbered', { modifiedCount });
      if (batch.length < BATCH) return;
      after = batch.at(-1)!._id;
      await saveCursor(after);
    }
  },
});
