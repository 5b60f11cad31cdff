import type { OptionKind } from './options.ts';

/** Discriminator of a product's details document. Bangles use `BraceletDetails`. */
export const DETAILS_MODELS = [
  'RingDetails',
  'BraceletDetails',
  'NecklaceDetails',
  'EarringDetails',
  'PendantDetails',
] as const;
export type DetailsModel = (typeof DETAILS_MODELS)[number];

const MODEL_OF_CATEGORY: Readonly<Record<string, DetailsModel>> = {
  ring: 'RingDetails',
  bracelet: 'BraceletDetails',
  bangle: 'BraceletDetails',
  necklace: 'NecklaceDetails',
  earring: 'EarringDetails',
  pendant: 'PendantDetails',
};

/** The model of a category's products (`ring` or `rings`); `undefined` for a category of the shop's own. */
export const modelOfCategory = (main: string): DetailsModel | undefined => MODEL_OF_CATEGORY[main.replace(/s$/, '')];

interface FieldOfAnyKind {
  /** In the staff form. */
  label: string;
  /** Heading of its row in the product page's table; fields with the same heading share a row. `null`: not in the table. */
  row: string | null;
  /** May be absent. A field that is added later has to be optional: inputs may not become stricter. */
  optional?: true;
  /** Models that have the field; all by default. */
  models?: readonly DetailsModel[];
  /** It belongs to the piece and not to one of its tones: staff write it once for all variants of a group. */
  shared?: true;
}

/** Option list that suggests a field's values; it may depend on the model. */
type Suggestions = OptionKind | Partial<Record<DetailsModel, OptionKind>>;

/** Kinds with parts, which `details.ts` declares; pages render them by hand. */
export type CompositeKind = 'stones' | 'certification' | 'centreStone';

/** A field by its kind, which decides its schema, its storage, its control in the staff form and its format in the table. */
export type DetailField = FieldOfAnyKind &
  (
    | {
        kind: 'list';
        options: Suggestions;
        /** Error message of an empty list; without one it may be empty. */
        nonEmpty?: string;
        /** The table shows the first value only: the one that the ready product has. */
        firstInRow?: true;
      }
    /** One value of an option list. */
    | { kind: 'choice'; options: Suggestions }
    /** A positive number. */
    | { kind: 'number'; unit: string; max: number; error: string }
    | { kind: 'flag' }
    /** One line, at most `MAX_LINE` characters. */
    | { kind: 'text' }
    | { kind: 'longText'; max: number; hint?: string }
    | { kind: CompositeKind }
  );
export type DetailKind = DetailField['kind'];
export type DetailFields = Readonly<Record<string, DetailField>>;

export const MAX_LINE = 120;
export const MAX_STONES = 10;

/**
 * The fields of a product's details, each declared once. The contract, the MongoDB schemas, the staff form and the product
 * page's table are derived from here, with their fields in this order.
 */
export const DETAIL_FIELDS = {
  metalPurity: {
    kind: 'list',
    label: 'Metal purities',
    options: 'metal-purity',
    nonEmpty: 'Name the metal purity',
    row: 'Metal',
    firstInRow: true,
  },
  metalTone: {
    kind: 'list',
    label: 'Metal tones',
    options: 'metal-tone',
    nonEmpty: 'Name the metal tone',
    row: 'Metal',
    firstInRow: true,
  },
  stoneType: { kind: 'list', label: 'Stone types', options: 'stonetype', row: null },
  weight: {
    kind: 'number',
    label: 'Weight in grams',
    unit: 'g',
    max: 10_000,
    error: 'Say the weight in grams',
    row: 'Weight',
  },
  netWeight: {
    kind: 'number',
    label: 'Net weight (metal alone) in grams',
    unit: 'g',
    max: 10_000,
    error: 'Say the weight of the metal in grams',
    optional: true,
    row: 'Net weight',
  },
  stones: { kind: 'stones', label: 'Stones', optional: true, row: 'Stones' },
  finish: { kind: 'choice', label: 'Finish', options: 'finish', optional: true, row: 'Finish', shared: true },
  diamondSize: { kind: 'choice', label: 'Diamond size', options: 'diamond-size', optional: true, row: 'Diamond size' },
  sizeOptions: {
    kind: 'list',
    label: 'Ring sizes',
    options: 'ring-size',
    models: ['RingDetails'],
    optional: true,
    row: 'Sizes',
    shared: true,
  },
  sizes: {
    kind: 'list',
    label: 'Sizes',
    options: { BraceletDetails: 'bracelet-size', NecklaceDetails: 'necklace-size' },
    models: ['BraceletDetails', 'NecklaceDetails'],
    optional: true,
    row: 'Sizes',
    shared: true,
  },
  earringSize: {
    kind: 'list',
    label: 'Earring sizes',
    options: 'earring-size',
    models: ['EarringDetails'],
    optional: true,
    row: 'Sizes',
    shared: true,
  },
  pendantSize: {
    kind: 'list',
    label: 'Pendant sizes',
    options: 'pendant-size',
    models: ['PendantDetails'],
    optional: true,
    row: 'Sizes',
    shared: true,
  },
  chainLengths: {
    kind: 'list',
    label: 'Chain lengths',
    options: 'chain-length',
    models: ['NecklaceDetails'],
    optional: true,
    row: 'Chain length',
    shared: true,
  },
  chainLength: {
    kind: 'list',
    label: 'Chain lengths',
    options: 'chain-length',
    models: ['PendantDetails'],
    optional: true,
    row: 'Chain length',
    shared: true,
  },
  backType: {
    kind: 'list',
    label: 'Back types',
    options: 'backtype',
    models: ['EarringDetails'],
    optional: true,
    row: 'Back',
    shared: true,
  },
  certification: { kind: 'certification', label: 'Certification', row: 'Certificates' },
  hypoallergenic: { kind: 'flag', label: 'Hypoallergenic', row: 'Hypoallergenic', shared: true },
  occasion: { kind: 'list', label: 'Occasions', options: 'occasion', optional: true, row: 'Occasion', shared: true },
  engravingAvailable: {
    kind: 'flag',
    label: 'Can be engraved',
    models: ['RingDetails', 'EarringDetails', 'PendantDetails'],
    optional: true,
    row: null,
    shared: true,
  },
  nameEngravingAvailable: {
    kind: 'flag',
    label: 'Can be engraved',
    models: ['BraceletDetails'],
    optional: true,
    row: null,
    shared: true,
  },
  centerStoneOptions: { kind: 'centreStone', label: 'Centre stone, when made to order', optional: true, row: null },
  careInstructions: { kind: 'longText', label: 'Care instructions', max: 2000, row: null, shared: true },
  packaging: { kind: 'longText', label: 'Packaging', max: 1000, row: null, shared: true },
  shippingNote: {
    kind: 'longText',
    label: 'Shipping note',
    hint: 'With one the page shows the shipping policy',
    max: 1000,
    optional: true,
    row: null,
    shared: true,
  },
  deliveryTime: { kind: 'text', label: 'Delivery time', optional: true, row: null, shared: true },
} as const satisfies DetailFields;
export type DetailFieldName = keyof typeof DETAIL_FIELDS;

/** Names of the fields that all variants of a group share. */
export type SharedDetailName = {
  [N in DetailFieldName]: (typeof DETAIL_FIELDS)[N] extends { shared: true } ? N : never;
}[DetailFieldName];
export const SHARED_DETAILS = (Object.keys(DETAIL_FIELDS) as DetailFieldName[]).filter(
  (name): name is SharedDetailName => 'shared' in DETAIL_FIELDS[name],
);

/** Names of the fields of some kinds. */
export type DetailFieldOf<K extends DetailKind> = {
  [N in DetailFieldName]: (typeof DETAIL_FIELDS)[N]['kind'] extends K ? N : never;
}[DetailFieldName];

/** Whether products of `model` have the field. */
export const modelHasField = (model: DetailsModel, { models }: DetailField): boolean => models?.includes(model) ?? true;

/** The option list that suggests the values of a field. @throws Error for a model without one */
export function optionKindOf(
  model: DetailsModel,
  { options }: Extract<DetailField, { options: Suggestions }>,
): OptionKind {
  const kind = typeof options === 'string' ? options : options[model];
  if (!kind) throw new Error(`No option list for ${model}`);
  return kind;
}

/** A row of the product page's table. */
export interface DetailRow {
  heading: string;
  cells: readonly { field: string; firstOnly?: true; unit?: string }[];
}

/** The rows of the product page's table; `generate` writes them for the storefront, which needs nothing else of the fields. */
export function detailRows(fields: DetailFields): DetailRow[] {
  const inTable = Object.entries(fields).filter(([, { row }]) => row !== null);
  return [...Map.groupBy(inTable, ([, { row }]) => row!)].map(([heading, group]) => ({
    heading,
    cells: group.map(([name, field]) => ({
      field: name,
      ...(field.kind === 'list' && field.firstInRow && { firstOnly: true as const }),
      ...(field.kind === 'number' && { unit: field.unit }),
    })),
  }));
}
