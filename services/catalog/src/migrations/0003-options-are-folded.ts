import { defineMigration, isDuplicateKey } from '@shop/service-kit';
import { foldedValue, type Option } from '../options/option.schema.ts';

/** Values of a list that differ in case only are one. Those that were two stay, until staff rename or delete one. */
export const optionsAreFolded = defineMigration({
  id: '0003-options-are-folded',
  run: async ({ db, log }) => {
    const options = db.collection<Option>('options');
    for await (const { _id, kind, value } of options.find({ folded: { $exists: false } }).sort({ _id: 1 })) {
      try {
        await options.updateOne({ _id, value }, { $set: { folded: foldedValue(value) } });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        log.warn('a value is in its list twice', { list: kind, value });
      }
    }
  },
});
