import { cartOrder } from '@shop/contracts';
import type { Table } from '../table-csv.rules.ts';

type Row = Pick<cartOrder.DeliveryArea, 'pincode' | 'city' | 'state' | 'fromDays' | 'toDays'>;

/** PIN codes with their delivery days, as a file. */
export const AREAS_TABLE: Table<Row> = {
  columns: ['pincode', 'city', 'state', 'fromDays', 'toDays'],
  numbers: ['fromDays', 'toDays'],
  schema: cartOrder.deliveryAreaToSave,
  keyOf: ({ pincode }) => pincode,
  about: 'pincode',
  maxRows: 25_000,
};
