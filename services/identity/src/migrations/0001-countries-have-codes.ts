import { withCountryCode } from '@shop/contracts';
import { defineMigration } from '@shop/service-kit';
import type { Types } from 'mongoose';

interface User {
  _id: Types.ObjectId;
  addresses: { country: string; countryCode?: string }[];
}

const BATCH_SIZE = 200;

/** Countries of saved addresses were typed: `INDIA` escaped the rules of India. */
export const countriesHaveCodes = defineMigration<Types.ObjectId>({
  id: '0001-countries-have-codes',
  run: async ({ db, cursor, saveCursor }) => {
    const users = db.collection<User>('users');
    for (let after = cursor; ;) {
      const batch = await users
        .find(after === undefined ? {} : { _id: { $gt: after } }, { projection: { addresses: 1 } })
        .sort({ _id: 1 })
        .limit(BATCH_SIZE)
        .toArray();
      if (batch.length === 0) return;
      const written = batch.filter(({ addresses = [] }) => addresses.length > 0);
      if (written.length > 0) {
        await users.bulkWrite(
          // An address that was changed concurrently has its code already.
          written.map(({ _id, addresses }) => ({
            updateOne: { filter: { _id, addresses }, update: { $set: { addresses: addresses.map(withCountryCode) } } },
          })),
        );
      }
      after = batch.at(-1)!._id;
      await saveCursor(after);
    }
  },
});
