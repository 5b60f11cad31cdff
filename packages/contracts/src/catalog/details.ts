import { z } from 'zod';
import { objectId } from '../core/shapes.ts';

/** The kind of a product's details document. A bangle is a bracelet. */
export const DETAILS_MODELS = [
  'RingDetails',
  'BraceletDetails',
  'NecklaceDetails',
  'EarringDetails',
  'PendantDetails',
] as const;
export const detailsModel = z.enum(DETAILS_MODELS);
export type DetailsModel = z.infer<typeof detailsModel>;

const line = z.string().trim().min(1).max(120);
const lines = z.array(line).max(40);

const stone = z.object({
  /** `Natural diamond`. */
  type: line,
  shape: line.optional(),
  count: z.int().min(1).max(2000),
  /** Of all of them together. */
  carat: z.number().positive().max(500),
});

/** What a piece is made of and comes in. Lists hold values of the option lists. */
export const detailsFields = z
  .object({
    /** The first tone, purity and stone are those of the piece as it lies ready; its price includes them. */
    metalTone: lines.min(1, 'Name the metal tone'),
    metalPurity: lines.min(1, 'Name the metal purity'),
    stoneType: lines,
    finish: line.optional(),
    /** Of the whole piece, in grams. */
    weight: z.number().positive().max(10_000),
    stones: z.array(stone).max(10).optional(),
    diamondSize: line.optional(),
    occasion: lines.optional(),
    careInstructions: z.string().trim().max(2000),
    packaging: z.string().trim().max(1000),
    hypoallergenic: z.boolean(),
    certification: z.object({ isHallmarked: z.boolean(), isCertified: z.boolean(), certType: line.optional() }),
    shippingNote: z.string().trim().max(1000).optional(),
    deliveryTime: line.optional(),
    /** Stones that a piece made to order can have in its centre. */
    centerStoneOptions: z.object({ carats: lines, shapes: lines, qualities: lines }).optional(),

    /** Rings. */
    sizeOptions: lines.optional(),
    /** Bracelets, bangles and necklaces. */
    sizes: lines.optional(),
    /** Earrings. */
    earringSize: lines.optional(),
    backType: lines.optional(),
    /** Pendants. */
    pendantSize: lines.optional(),
    chainLength: lines.optional(),
    /** Necklaces. */
    chainLengths: lines.optional(),
    engravingAvailable: z.boolean().optional(),
    /** Bracelets and bangles. */
    nameEngravingAvailable: z.boolean().optional(),
  })
  // Only fields that every model has.
  .meta({
    examples: [
      {
        metalTone: ['Yellow Gold'],
        metalPurity: ['18 KT'],
        stoneType: ['Lab-grown diamond'],
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

/** Fields that only some models have. */
export const FIELDS_OF_MODEL: Record<DetailsModel, readonly (keyof DetailsFields)[]> = {
  RingDetails: ['sizeOptions', 'engravingAvailable'],
  BraceletDetails: ['sizes', 'nameEngravingAvailable'],
  NecklaceDetails: ['sizes', 'chainLengths'],
  EarringDetails: ['earringSize', 'backType', 'engravingAvailable'],
  PendantDetails: ['pendantSize', 'chainLength', 'engravingAvailable'],
};
