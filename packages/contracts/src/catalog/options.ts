import { z } from 'zod';
import { imageAddress, imageToSave } from '../content/images.ts';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { documentVersion, objectId, rupees } from '../core/shapes.ts';

export const optionErrors = defineErrors({
  'option.not-found': { status: 404, message: 'This entry does not exist' },
  'option.taken': { status: 409, message: 'This value is in the list already' },
  /** `details`: how many `products`, and how many groups made to order (`customizations`). */
  'option.in-use': { status: 409, message: 'Products use this value' },
});

/**
 * The sixteen option lists by their base path (`/admin/metal-purity`), with the path of the list and the field of an entry's
 * value.
 */
export const OPTION_LISTS = {
  'metal-purity': { plural: 'metal-purities', field: 'name' },
  'metal-tone': { plural: 'metal-tones', field: 'name' },
  'ring-size': { plural: 'ring-sizes', field: 'size' },
  'stone-shape': { plural: 'stone-shapes', field: 'shape' },
  'stone-quality': { plural: 'stone-qualities', field: 'quality' },
  'stone-carat': { plural: 'stone-carats', field: 'carat' },
  finish: { plural: 'finishes', field: 'finish' },
  'necklace-size': { plural: 'necklace-sizes', field: 'necklaceSize' },
  'bracelet-size': { plural: 'bracelet-sizes', field: 'braceletSize' },
  'chain-length': { plural: 'chain-lengths', field: 'length' },
  'earring-size': { plural: 'earring-sizes', field: 'earringsize' },
  backtype: { plural: 'backtypes', field: 'backtype' },
  stonetype: { plural: 'stonetypes', field: 'type' },
  occasion: { plural: 'occasions', field: 'occasion' },
  'pendant-size': { plural: 'pendant-sizes', field: 'pendantsize' },
  'diamond-size': { plural: 'diamond-sizes', field: 'diamondSize' },
} as const;

export type OptionKind = keyof typeof OPTION_LISTS;
export const OPTION_KINDS = Object.keys(OPTION_LISTS) as OptionKind[];

type FieldOf<K extends OptionKind> = (typeof OPTION_LISTS)[K]['field'];

const optionValue = z.string('This is required').trim().min(1, 'This is required').max(60, 'At most 60 characters');

/** A form sends texts. */
const formPrice = z
  .string()
  .trim()
  .regex(/^\d{1,10}(\.\d{1,2})?$/, 'At most two decimals')
  .transform(Number)
  .pipe(rupees)
  .meta({ examples: ['499.50'] });
const formFlag = z.enum(['true', 'false'], 'true or false').transform((text) => text === 'true');

/** Shared by `create` and `change`: as JSON, or as a form with the picture itself. */
const WITH_PICTURE = { files: { image: 'image/*' }, fileAccess: staff('media.upload'), timeoutMs: 20_000 };

/** The four calls of one option list. */
function optionListCalls<K extends OptionKind>(base: K) {
  const { plural, field } = OPTION_LISTS[base];
  const value = { [field]: optionValue } as Record<FieldOf<K>, typeof optionValue>;
  const shared = {
    /** Extra cost in rupees. */
    price: rupees,
  };
  const entry = z.object({
    _id: objectId,
    ...value,
    ...shared,
    image: imageAddress.optional(),
    version: documentVersion.optional(),
  });
  const entryToSave = z.object({
    ...value,
    price: z.union([rupees, formPrice]).default(0),
    image: imageToSave.optional(),
  });
  const cacheTag = `options:${plural}`;
  return {
    list: defineCall({
      id: `catalog.list-${plural}`,
      service: 'catalog',
      method: 'GET',
      path: `/${plural}`,
      access: 'guest',
      summary: `Lists the ${plural.replace('-', ' ')}`,
      answer: z.object({ data: z.array(entry) }),
      errors: [],
      cache: { seconds: 300, staleSeconds: 86_400, tags: [cacheTag] },
    }),
    create: defineCall({
      ...WITH_PICTURE,
      id: `catalog.create-${base}`,
      service: 'catalog',
      method: 'POST',
      path: `/admin/${base}`,
      access: staff('options.change'),
      summary: `Adds to the ${plural.replace('-', ' ')}; the picture is its address, or a file in a form (field \`image\`)`,
      body: entryToSave,
      answer: z.object({ data: entry }),
      status: 201,
      errors: ['option.taken'],
      idempotencyKey: true,
    }),
    change: defineCall({
      ...WITH_PICTURE,
      id: `catalog.change-${base}`,
      service: 'catalog',
      method: 'PUT',
      path: `/admin/${base}/:id`,
      access: staff('options.change'),
      versioned: true,
      summary: `Replaces one of the ${plural.replace('-', ' ')}. A value that products use changes only with \`carryAlong\`: they take it over`,
      params: z.object({ id: objectId }),
      body: entryToSave.extend({ carryAlong: z.union([z.boolean(), formFlag]).default(false) }),
      answer: z.object({ data: entry }),
      errors: ['option.not-found', 'option.taken', 'option.in-use'],
    }),
    remove: defineCall({
      id: `catalog.remove-${base}`,
      service: 'catalog',
      method: 'DELETE',
      path: `/admin/${base}/:id`,
      access: staff('options.change'),
      summary: `Removes one of the ${plural.replace('-', ' ')}`,
      params: z.object({ id: objectId }),
      answer: z.object({ _id: objectId }),
      errors: ['option.not-found', 'option.in-use'],
    }),
  };
}
export type OptionListCalls<K extends OptionKind = OptionKind> = ReturnType<typeof optionListCalls<K>>;

export const {
  list: listMetalPurities,
  create: createMetalPurity,
  change: changeMetalPurity,
  remove: removeMetalPurity,
} = optionListCalls('metal-purity');
export const {
  list: listMetalTones,
  create: createMetalTone,
  change: changeMetalTone,
  remove: removeMetalTone,
} = optionListCalls('metal-tone');
export const {
  list: listRingSizes,
  create: createRingSize,
  change: changeRingSize,
  remove: removeRingSize,
} = optionListCalls('ring-size');
export const {
  list: listStoneShapes,
  create: createStoneShape,
  change: changeStoneShape,
  remove: removeStoneShape,
} = optionListCalls('stone-shape');
export const {
  list: listStoneQualities,
  create: createStoneQuality,
  change: changeStoneQuality,
  remove: removeStoneQuality,
} = optionListCalls('stone-quality');
export const {
  list: listStoneCarats,
  create: createStoneCarat,
  change: changeStoneCarat,
  remove: removeStoneCarat,
} = optionListCalls('stone-carat');
export const {
  list: listFinishes,
  create: createFinish,
  change: changeFinish,
  remove: removeFinish,
} = optionListCalls('finish');
export const {
  list: listNecklaceSizes,
  create: createNecklaceSize,
  change: changeNecklaceSize,
  remove: removeNecklaceSize,
} = optionListCalls('necklace-size');
export const {
  list: listBraceletSizes,
  create: createBraceletSize,
  change: changeBraceletSize,
  remove: removeBraceletSize,
} = optionListCalls('bracelet-size');
export const {
  list: listChainLengths,
  create: createChainLength,
  change: changeChainLength,
  remove: removeChainLength,
} = optionListCalls('chain-length');
export const {
  list: listEarringSizes,
  create: createEarringSize,
  change: changeEarringSize,
  remove: removeEarringSize,
} = optionListCalls('earring-size');
export const {
  list: listBackTypes,
  create: createBackType,
  change: changeBackType,
  remove: removeBackType,
} = optionListCalls('backtype');
export const {
  list: listStoneTypes,
  create: createStoneType,
  change: changeStoneType,
  remove: removeStoneType,
} = optionListCalls('stonetype');
export const {
  list: listOccasions,
  create: createOccasion,
  change: changeOccasion,
  remove: removeOccasion,
} = optionListCalls('occasion');
export const {
  list: listPendantSizes,
  create: createPendantSize,
  change: changePendantSize,
  remove: removePendantSize,
} = optionListCalls('pendant-size');
export const {
  list: listDiamondSizes,
  create: createDiamondSize,
  change: changeDiamondSize,
  remove: removeDiamondSize,
} = optionListCalls('diamond-size');

/** The same calls by list. */
export const optionLists: { [K in OptionKind]: OptionListCalls<K> } = {
  'metal-purity': {
    list: listMetalPurities,
    create: createMetalPurity,
    change: changeMetalPurity,
    remove: removeMetalPurity,
  },
  'metal-tone': { list: listMetalTones, create: createMetalTone, change: changeMetalTone, remove: removeMetalTone },
  'ring-size': { list: listRingSizes, create: createRingSize, change: changeRingSize, remove: removeRingSize },
  'stone-shape': {
    list: listStoneShapes,
    create: createStoneShape,
    change: changeStoneShape,
    remove: removeStoneShape,
  },
  'stone-quality': {
    list: listStoneQualities,
    create: createStoneQuality,
    change: changeStoneQuality,
    remove: removeStoneQuality,
  },
  'stone-carat': {
    list: listStoneCarats,
    create: createStoneCarat,
    change: changeStoneCarat,
    remove: removeStoneCarat,
  },
  finish: { list: listFinishes, create: createFinish, change: changeFinish, remove: removeFinish },
  'necklace-size': {
    list: listNecklaceSizes,
    create: createNecklaceSize,
    change: changeNecklaceSize,
    remove: removeNecklaceSize,
  },
  'bracelet-size': {
    list: listBraceletSizes,
    create: createBraceletSize,
    change: changeBraceletSize,
    remove: removeBraceletSize,
  },
  'chain-length': {
    list: listChainLengths,
    create: createChainLength,
    change: changeChainLength,
    remove: removeChainLength,
  },
  'earring-size': {
    list: listEarringSizes,
    create: createEarringSize,
    change: changeEarringSize,
    remove: removeEarringSize,
  },
  backtype: { list: listBackTypes, create: createBackType, change: changeBackType, remove: removeBackType },
  stonetype: { list: listStoneTypes, create: createStoneType, change: changeStoneType, remove: removeStoneType },
  occasion: { list: listOccasions, create: createOccasion, change: changeOccasion, remove: removeOccasion },
  'pendant-size': {
    list: listPendantSizes,
    create: createPendantSize,
    change: changePendantSize,
    remove: removePendantSize,
  },
  'diamond-size': {
    list: listDiamondSizes,
    create: createDiamondSize,
    change: changeDiamondSize,
    remove: removeDiamondSize,
  },
};
