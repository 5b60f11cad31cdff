import type { FragmentProps } from '@shop/mfe-kit';
import { capitalized } from '../../components/display-names.ts';
import { guidedCategory } from '../../components/guided-category.ts';
import type { Product } from './api/product.ts';

export type Customizations = FragmentProps<'checkout/buy'>['customizations'];
export type ChoiceName = Exclude<keyof Customizations, 'costomization' | 'engraving'>;
/** `ready` is in stock as it is, `custom` is made to order. */
export type Mode = 'ready' | 'custom';
export type Choices = Partial<Record<ChoiceName | 'engraving', string>>;
/** In the query client, for Back from the cart or checkout; cleared with everything else on sign-out. */
export const savedChoicesKey = (group: string) => ['storefront', 'choices', group];
export interface SavedChoices {
  mode: Mode;
  choices: Choices;
}
export interface Extras {
  /** Price additions of values, in rupees. */
  prices: Partial<Record<ChoiceName, Readonly<Record<string, number>>>>;
  /** Values of the group's customization, which may be more than those of the product's details. */
  values: Partial<Record<'metalPurity' | 'stoneType', readonly string[]>>;
}

export interface ChoiceGroup {
  name: ChoiceName;
  title: string;
  values: readonly string[];
  /** The message when it is missing at purchase. */
  needed?: string;
  /** The product's own value if nothing is chosen. */
  own?: string;
  /** Values that cannot be bought, because the shop has no price for them. */
  notPriced?: readonly string[] | undefined;
}

type Piece = Pick<Product, 'category' | 'detailsRef'> & Partial<Pick<Product, 'notPriced'>>;

/** The option groups of a product, in the panel order of all types, depending on its details. */
export function groupsOf({ category: { main }, detailsRef: details, notPriced }: Piece, mode: Mode, extras?: Extras) {
  const size = { title: `${capitalized(main)} size`, needed: `Please select ${main} size` };
  const chain = { title: 'Chain length', needed: 'Please select chain length' };
  const custom = mode === 'custom';
  const centre = custom ? details.centerStoneOptions : undefined;
  const made = (name: 'metalPurity' | 'stoneType', title: string) => {
    const offered = details[name];
    const all = custom ? new Set([...offered, ...(extras?.values[name] ?? [])]) : offered.slice(0, 1);
    return { name, title, values: [...all], own: offered[0] };
  };
  const groups: (Omit<ChoiceGroup, 'values'> & { values: readonly string[] | undefined })[] = [
    {
      name: 'metalTone',
      title: 'Metal tone',
      values: details.metalTone.length > 1 ? details.metalTone : undefined,
      own: details.metalTone[0],
    },
    made('metalPurity', 'Metal purity'),
    made('stoneType', 'Stone type'),
    { name: 'centerStoneCarat', title: 'Centre stone carat', values: centre?.carats, own: centre?.carats[0] },
    { name: 'centerStoneShape', title: 'Centre stone shape', values: centre?.shapes, own: centre?.shapes[0] },
    { name: 'centerStoneQuality', title: 'Centre stone quality', values: centre?.qualities, own: centre?.qualities[0] },
    {
      name: 'finish',
      title: 'Finish',
      values: custom && details.finish ? [details.finish] : undefined,
      own: details.finish,
    },
    { name: 'chainLength', ...chain, values: details.chainLength },
    { name: 'chainLengths', ...chain, values: details.chainLengths },
    { name: 'sizeOptions', ...size, values: details.sizeOptions },
    { name: 'sizes', ...size, values: details.sizes },
    { name: 'earringSize', ...size, values: details.earringSize },
    { name: 'pendantSize', ...size, values: details.pendantSize },
    { name: 'backType', title: 'Back type', values: details.backType },
  ];
  return groups
    .map((group) => (notPriced?.[group.name] ? { ...group, notPriced: notPriced[group.name] } : group))
    .filter((group): group is ChoiceGroup => (group.values?.length ?? 0) > 0);
}

/** What the piece has one of: nothing to choose. A size is chosen also where there is one, because it has to be noticed. */
export const isFixed = ({ values, needed, notPriced }: ChoiceGroup): boolean =>
  values.length === 1 && needed === undefined && !notPriced;

/** A ready product has fixed values; for one made to order nothing is chosen yet. */
export const initialChoices = ({ detailsRef: { metalTone, metalPurity, stoneType } }: Piece, mode: Mode): Choices =>
  mode === 'custom' ? {} : { metalTone: metalTone[0], metalPurity: metalPurity[0], stoneType: stoneType[0] };

/** The choices, perhaps made for another variant, that this product sells. */
export const offeredChoices = (groups: readonly ChoiceGroup[], choices: Choices): Choices =>
  Object.fromEntries(
    groups.flatMap(({ name, values, notPriced }) => {
      const value = choices[name];
      return value !== undefined && values.includes(value) && !notPriced?.includes(value) ? [[name, value]] : [];
    }),
  );

/** Whether a size or a length is chosen: without one there is nothing to measure. */
export const hasSizes = (groups: readonly ChoiceGroup[]): boolean => groups.some(({ needed }) => needed !== undefined);

/** Whether values stand side by side as buttons in the 22 rem of a phone. */
export const fitOneRow = (values: readonly string[]): boolean => {
  const GAP = 0.5;
  const widths = values.map((value) => Math.max(2.75, 1.65 + 0.45 * value.length) + GAP);
  return widths.reduce((sum, width) => sum + width, -GAP) <= 22.4;
};

/** What a person has a size of that such a choice asks for; pendants and earrings come in sizes that no person has. */
export function sizeKindOf(
  name: ChoiceName,
  { category: { main }, detailsModel }: Pick<Product, 'category' | 'detailsModel'>,
) {
  if (name === 'chainLength' || name === 'chainLengths') return 'chain';
  if (name === 'sizeOptions' && detailsModel === 'RingDetails') return 'ring';
  if (name !== 'sizes') return undefined;
  if (detailsModel === 'NecklaceDetails') return 'necklace';
  return guidedCategory(main) === 'bangle' ? 'bangle' : 'bracelet';
}

/** The first required choice that is missing: chain lengths come before sizes. */
export const firstMissing = (groups: readonly ChoiceGroup[], choices: Choices): ChoiceGroup | undefined =>
  groups.find(({ name, needed }) => needed !== undefined && !choices[name]);

/** Made to order is what differs from the ready piece in its material: not a size, and not an engraving. */
export const isMadeToOrder = (mode: Mode, groups: readonly ChoiceGroup[], choices: Choices): boolean =>
  mode === 'custom' &&
  groups.some(({ name, own }) => own !== undefined && choices[name] !== undefined && choices[name] !== own);

/** What a buyer has to know of such a piece before buying it. */
export function returnNote(madeToOrder: boolean, engraving: string): string | undefined {
  if (madeToOrder) {
    return 'Made to order for you: it cannot be returned, and 30 % of its price is kept if you cancel later than 24 hours after ordering.';
  }
  return engraving.trim() === '' ? undefined : 'An engraved piece cannot be returned.';
}

/** The format of carts and quotes. Tone, purity and stone of the ready product are included in its price. */
export function customizationsOf(mode: Mode, choices: Choices, piece: Piece): Customizations {
  const chosen = { ...initialChoices(piece, mode), ...choices };
  const entries = Object.entries(chosen).flatMap(([name, value]) => {
    const text = value?.trim();
    if (!text) return [];
    const isInPrice = mode === 'ready' && ['metalPurity', 'stoneType'].includes(name);
    return [[name, isInPrice ? { value: text, price: 0 } : text]];
  });
  return { costomization: mode === 'custom' ? 'yes' : 'no', ...Object.fromEntries(entries) };
}

export const canBeEngraved = ({ detailsModel, detailsRef: details }: Product): boolean =>
  Boolean(detailsModel === 'BraceletDetails' ? details.nameEngravingAvailable : details.engravingAvailable) &&
  detailsModel !== 'NecklaceDetails';
