import { catalog } from '@shop/contracts';
import { Schema, type Types } from 'mongoose';
import { OPTION_PATHS } from '../renames/option-fields.ts';

/** What a product is made of and comes in; one document per product. */
export type Details = catalog.DetailsFields & { _id: Types.ObjectId };

/** Of all its stones, in carat; 0 without stones. */
export const totalCarat = ({ stones = [] }: Pick<Partial<Details>, 'stones'>): number =>
  stones.reduce((sum, { carat }) => sum + carat, 0);

const embedded = (fields: Record<string, unknown>) => new Schema(fields, { _id: false });

/** How MongoDB stores a field, by its kind. An absent list stays absent. */
const TYPES: Record<catalog.DetailKind, { type: unknown; default?: undefined }> = {
  list: { type: [String], default: undefined },
  choice: { type: String },
  number: { type: Number },
  flag: { type: Boolean },
  text: { type: String },
  longText: { type: String },
  stones: {
    type: [embedded({ type: { type: String }, shape: String, count: Number, carat: Number })],
    default: undefined,
  },
  certification: { type: embedded({ isHallmarked: Boolean, isCertified: Boolean, certType: String }) },
  centreStone: { type: embedded({ carats: [String], shapes: [String], qualities: [String] }) },
};

/**
 * The schemas of declared fields: those of every model, and by model the ones that only some have. A field that the schema
 * does not know throws: by default mongoose drops it, and the answer would claim that it was saved.
 */
export function detailsSchemasOf(fields: catalog.DetailFields): {
  schema: Schema<Details>;
  discriminators: { name: catalog.DetailsModel; schema: Schema }[];
} {
  const typesOf = (wanted: (field: catalog.DetailField) => boolean) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, field]) => (wanted(field) ? [[name, { ...TYPES[field.kind] }]] : [])),
    );
  const schema = new Schema<Details>(typesOf(({ models }) => !models) as never, {
    collection: 'details',
    discriminatorKey: 'detailsModel',
    versionKey: false,
  });
  // Which products use a value of an option list.
  for (const path of OPTION_PATHS) schema.index({ [path]: 1 }, { sparse: true });
  return {
    schema,
    discriminators: catalog.DETAILS_MODELS.map((name) => ({
      name,
      schema: new Schema(typesOf(({ models }) => models?.includes(name) ?? false) as never),
    })),
  };
}
