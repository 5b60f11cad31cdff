import { catalog } from '@shop/contracts/browser';
import { ApiError, call, type AnyBrowserCall } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

/** An entry of any option list; `value` is the field whose name differs by list. */
export interface Option {
  _id: string;
  value: string;
  /** Extra cost in rupees. */
  price: number;
  image?: string;
  version?: string;
}
export type OptionToSave = Omit<Option, '_id' | 'version'> & {
  /** Products that use the value take the new one over. */
  carryAlong?: boolean;
};

/** The message of a refusal because products use a value; `undefined` for another error. */
export const inUse = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === 'option.in-use' ? error.message : undefined;

/** Why a value that its list does not have is refused, and what to do about it. */
export const notListed = (value: string): string =>
  `“${value}” is not in the option list. Choose one that is, or add it to the list first`;

export interface OptionList {
  /** `ring-size`, as in paths. */
  base: string;
  /** `Ring sizes`. */
  name: string;
  /** Label of an entry's value: `Ring size`. */
  label: string;
  /** Entries have pictures. */
  hasImage?: boolean;
  read(signal: AbortSignal): Promise<Option[]>;
  /** Name of `value` on the wire. */
  field: string;
  calls: { create: AnyBrowserCall; change: AnyBrowserCall };
  /** The body that `create` and `change` send. */
  toBody(option: OptionToSave): Record<string, unknown>;
  create(body: Record<string, unknown>): Promise<Option>;
  change(id: string, body: Record<string, unknown>, version: string | undefined): Promise<Option>;
  /** An entry as its call answers it. */
  optionOf(answered: Record<string, unknown>): Option;
  remove(id: string): Promise<unknown>;
}

/** The calls of one list. Lists differ in paths and in the name of the field that holds the value. */
interface Calls {
  list: AnyBrowserCall;
  create: AnyBrowserCall;
  change: AnyBrowserCall;
  remove: AnyBrowserCall;
}
// The only place that treats the sixteen lists alike, which their types do not allow.
const anyCall = call as (spec: AnyBrowserCall, options: object) => Promise<{ data: unknown }>;

function optionList(base: string, field: string, name: string, label: string, calls: Calls): OptionList {
  const read = ({ [field]: value, ...rest }: Record<string, unknown>) => ({ ...rest, value }) as Option;
  return {
    base,
    field,
    calls,
    toBody: ({ value, ...rest }) => ({ ...rest, [field]: value }),
    name,
    label,
    ...(base === 'metal-tone' && { hasImage: true }),
    read: async (signal) => ((await anyCall(calls.list, { signal })).data as Record<string, unknown>[]).map(read),
    create: async (body) => read((await anyCall(calls.create, { body })).data as Record<string, unknown>),
    change: async (id, body, version) =>
      read((await anyCall(calls.change, { params: { id }, version, body })).data as Record<string, unknown>),
    optionOf: read,
    remove: (id) => anyCall(calls.remove, { params: { id } }),
  };
}

const lists = {
  metalPurity: optionList('metal-purity', 'name', 'Metal purities', 'Metal purity', {
    list: catalog.listMetalPurities,
    create: catalog.createMetalPurity,
    change: catalog.changeMetalPurity,
    remove: catalog.removeMetalPurity,
  }),
  metalTone: optionList('metal-tone', 'name', 'Metal tones', 'Metal tone', {
    list: catalog.listMetalTones,
    create: catalog.createMetalTone,
    change: catalog.changeMetalTone,
    remove: catalog.removeMetalTone,
  }),
  ringSize: optionList('ring-size', 'size', 'Ring sizes', 'Ring size', {
    list: catalog.listRingSizes,
    create: catalog.createRingSize,
    change: catalog.changeRingSize,
    remove: catalog.removeRingSize,
  }),
  stoneShape: optionList('stone-shape', 'shape', 'Stone shapes', 'Stone shape', {
    list: catalog.listStoneShapes,
    create: catalog.createStoneShape,
    change: catalog.changeStoneShape,
    remove: catalog.removeStoneShape,
  }),
  stoneQuality: optionList('stone-quality', 'quality', 'Stone qualities', 'Stone quality', {
    list: catalog.listStoneQualities,
    create: catalog.createStoneQuality,
    change: catalog.changeStoneQuality,
    remove: catalog.removeStoneQuality,
  }),
  stoneCarat: optionList('stone-carat', 'carat', 'Stone carats', 'Stone carat', {
    list: catalog.listStoneCarats,
    create: catalog.createStoneCarat,
    change: catalog.changeStoneCarat,
    remove: catalog.removeStoneCarat,
  }),
  finish: optionList('finish', 'finish', 'Finishes', 'Finish', {
    list: catalog.listFinishes,
    create: catalog.createFinish,
    change: catalog.changeFinish,
    remove: catalog.removeFinish,
  }),
  necklaceSize: optionList('necklace-size', 'necklaceSize', 'Necklace sizes', 'Necklace size', {
    list: catalog.listNecklaceSizes,
    create: catalog.createNecklaceSize,
    change: catalog.changeNecklaceSize,
    remove: catalog.removeNecklaceSize,
  }),
  braceletSize: optionList('bracelet-size', 'braceletSize', 'Bracelet sizes', 'Bracelet size', {
    list: catalog.listBraceletSizes,
    create: catalog.createBraceletSize,
    change: catalog.changeBraceletSize,
    remove: catalog.removeBraceletSize,
  }),
  chainLength: optionList('chain-length', 'length', 'Chain lengths', 'Chain length', {
    list: catalog.listChainLengths,
    create: catalog.createChainLength,
    change: catalog.changeChainLength,
    remove: catalog.removeChainLength,
  }),
  earringSize: optionList('earring-size', 'earringsize', 'Earring sizes', 'Earring size', {
    list: catalog.listEarringSizes,
    create: catalog.createEarringSize,
    change: catalog.changeEarringSize,
    remove: catalog.removeEarringSize,
  }),
  backType: optionList('backtype', 'backtype', 'Back types', 'Back type', {
    list: catalog.listBackTypes,
    create: catalog.createBackType,
    change: catalog.changeBackType,
    remove: catalog.removeBackType,
  }),
  stoneType: optionList('stonetype', 'type', 'Stone types', 'Stone type', {
    list: catalog.listStoneTypes,
    create: catalog.createStoneType,
    change: catalog.changeStoneType,
    remove: catalog.removeStoneType,
  }),
  occasion: optionList('occasion', 'occasion', 'Occasions', 'Occasion', {
    list: catalog.listOccasions,
    create: catalog.createOccasion,
    change: catalog.changeOccasion,
    remove: catalog.removeOccasion,
  }),
  pendantSize: optionList('pendant-size', 'pendantsize', 'Pendant sizes', 'Pendant size', {
    list: catalog.listPendantSizes,
    create: catalog.createPendantSize,
    change: catalog.changePendantSize,
    remove: catalog.removePendantSize,
  }),
  diamondSize: optionList('diamond-size', 'diamondSize', 'Diamond sizes', 'Diamond size', {
    list: catalog.listDiamondSizes,
    create: catalog.createDiamondSize,
    change: catalog.changeDiamondSize,
    remove: catalog.removeDiamondSize,
  }),
} satisfies Record<string, OptionList>;
export type OptionListName = keyof typeof lists;
export const OPTION_LISTS: Record<OptionListName, OptionList> = lists;

export const optionsQuery = ({ base, read }: OptionList) =>
  queryOptions({ queryKey: ['admin', 'options', base], queryFn: ({ signal }) => read(signal) });
