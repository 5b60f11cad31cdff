import { withCountryCode } from '@shop/contracts';
import { defineMigration, inBatches } from '@shop/service-kit';
import type { Types } from 'mongoose';

interface User {
  _id: Types.ObjectId;
  addresses: { country: string; countryCode?: string }[];
}

const BATCH_SIZE = 200;

/** Countries of saved addresses were typed: `INDIA` escaped the rules of India. */
export const countriesHaveCodes = defineMigration<Types.ObjectId>({
  id: '0001-countries-have-codes',
  run: async (context) => {
    const users = context.db.collection<User>('users');
    await inBatches(context, users, { size: BATCH_SIZE, fields: ['addresses'] }, async (batch) => {
      const written = batch.filter(({ addresses = [] }) => addresses.length > 0);
      if (written.length === 0) return;
      await users.bulkWrite(
        // An address that was changed concurrently has its code already.
        written.map(({ _id, addresses }) => ({
          updateOne: { filter: { _id, addresses }, update: { $set: { addresses: addresses.map(withCountryCode) } } },
        })),
      );
    });
  },
});
