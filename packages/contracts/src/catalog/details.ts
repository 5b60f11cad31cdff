import { z } from 'zod';
import { objectId } from '../core/shapes.ts';
import {
  DETAIL_FIELDS,
  type DetailField,
  type DetailFields,
  type DetailKind,
  DETAILS_MODELS,
  MAX_LINE,
  MAX_STONES,
} from './detail-fields.ts';

export const detailsModel = z.enum(DETAILS_MODELS);

const line = z.string().trim().min(1, 'This is required').max(MAX_LINE);
const lines = z.array(line).max(40);

const stone = z.object({
  /** `Natural diamond`. */
  type: line,
  shape: line.optional(),
  count: z.int('From 1 to 2000').min(1, 'From 1 to 2000').max(2000, 'From 1 to 2000'),
  /** Total of the `count` stones. */
  carat: z.number('Above 0').positive('Above 0').max(500, 'At most 500'),
});

const stones = z.array(stone).max(MAX_STONES);
const certification = z.object({ isHallmarked: z.boolean(), isCertified: z.boolean(), certType: line.optional() });
/** Stones that a product made to order can have in its centre. */
const centreStone = z.object({ carats: lines, shapes: lines, qualities: lines });

/** Schema by kind of field. */
interface SchemaOf {
  list: typeof lines;
  choice: typeof line;
  number: z.ZodNumber;
  flag: z.ZodBoolean;
  text: typeof line;
  longText: z.ZodString;
  stones: typeof stones;
  certification: typeof certification;
  centreStone: typeof centreStone;
}

function schemaOf(field: DetailField): SchemaOf[DetailKind] {
  switch (field.kind) {
    case 'list':
      return field.nonEmpty === undefined ? lines : lines.min(1, field.nonEmpty);
    case 'choice':
    case 'text':
      return line;
    case 'number':
      return z.number(field.error).positive(field.error).max(field.max, field.error);
    case 'flag':
      return z.boolean();
    case 'longText':
      return z.string().trim().max(field.max);
    case 'stones':
      return stones;
    case 'certification':
      return certification;
    case 'centreStone':
      return centreStone;
  }
}

type ShapeOf<Fields extends DetailFields> = {
  [N in keyof Fields]: Fields[N] extends { optional: true }
    ? z.ZodOptional<SchemaOf[Fields[N]['kind']]>
    : SchemaOf[Fields[N]['kind']];
};

/** The schema of declared fields. */
export const detailsSchemaOf = <const Fields extends DetailFields>(fields: Fields): z.ZodObject<ShapeOf<Fields>> =>
  z.object(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => {
        const schema = schemaOf(field);
        return [name, field.optional ? schema.optional() : schema];
      }),
    ) as ShapeOf<Fields>,
  );

/** What a product is made of and comes in. The ready product has the first tone, purity and stone, and its price includes them. */
export const detailsFields = detailsSchemaOf(DETAIL_FIELDS)
  // Only fields that every model has.
  .meta({
    examples: [
      {
        metalTone: ['Yellow Gold'],
        metalPurity: ['18 KT'],
        stoneType: ['Laboratory-grown diamond'],
        weight: 3.2,
        careInstructions: 'Wipe with a soft cloth.',
        packaging: 'A wooden box.',
        hypoallergenic: true,
        certification: { isHallmarked: true, isCertified: false },
      },
    ],
  });
export type DetailsFields = z.output<typeof detailsFields>;

export const details = detailsFields.extend({ _id: objectId }).meta({ id: 'ProductDetails' });
export type Details = z.output<typeof details>;
