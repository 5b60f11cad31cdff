import { defineMigration, inBatches } from '@shop/service-kit';
import type { Types } from 'mongoose';
import type { Product } from '../products/product.schema.ts';
import { openMovements } from '../stock/stock-ledger.ts';

/** Small: a piece that is sold in between makes a batch begin again. */
const BATCH_SIZE = 50;

/** Stock had no history: its first movement is what there was. */
export const stockHasMovements = defineMigration<Types.ObjectId>({
  id: '0004-stock-has-movements',
  run: (context) =>
    inBatches(context, context.db.collection<Product>('products'), { size: BATCH_SIZE, fields: ['_id'] }, (batch) =>
      openMovements(
        context.db,
        batch.map(({ _id }) => _id),
        new Date(),
      ),
    ),
});
