import { defineMigration, inBatches } from '@shop/service-kit';

const BATCH_SIZE = 500;

/** Orders from before there were invoices lack `numbersDue`. */
export const numberOrdersFromBeforeInvoices = defineMigration<string>({
  id: '0002-number-orders-from-before-invoices',
  run: async (context) => {
    const orders = context.db.collection<{ _id: string; numbersDue?: boolean }>('orders');
    await inBatches(context, orders, { size: BATCH_SIZE, fields: ['numbersDue'] }, async (batch) => {
      const due = batch.filter(({ numbersDue }) => numbersDue === undefined).map(({ _id }) => _id);
      const { modifiedCount } = await orders.updateMany(
        { _id: { $in: due }, numbersDue: { $exists: false } },
        { $set: { numbersDue: true } },
      );
      if (modifiedCount > 0)
        context.log.log('Orders from before there were invoices are to be numbered', { modifiedCount });
    });
  },
});
