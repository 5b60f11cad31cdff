import { type catalog, rupeesFrom } from '@shop/contracts';
import { type Customization, extraPaise } from '../customizations/customization.schema.ts';
import type { Details } from '../products/details.schema.ts';
import type { Product } from '../products/product.schema.ts';

/** What of a product’s choices can be bought. */
export interface Offering {
  /** Offered values without a price, by option: they cannot be bought. */
  notPriced: Record<string, string[]>;
  customizable: boolean;
}

type Piece = Pick<Product, 'pricePaise' | 'category' | 'material' | 'detailsModel'>;
type OptionName = Exclude<keyof catalog.Customizations, 'costomization' | 'engraving'>;
export interface OptionPrice {
  kind: catalog.OptionKind;
  value: string;
}

interface OptionRule {
  /** The option list with the prices of the values; without one they cost nothing. */
  kind?: catalog.OptionKind;
  offered(details: Details): readonly string[] | undefined;
  /** Fixed for the product in stock: its own value, the first one, is in the price; others are only made to order. */
  fixedInStock?: boolean;
  /** The group's customization prices the values; they take precedence over the option list. */
  groupPrices?: 'metalPurity' | 'stoneType';
  /** Error message when the choice is missing. `category` is the main category. */
  needed?(category: string): string;
}

/** Every option of a line, with the source of its values and prices. */
const RULES: Record<OptionName, OptionRule> = {
  metalTone: { offered: (details) => details.metalTone },
  metalPurity: {
    kind: 'metal-purity',
    offered: (details) => details.metalPurity,
    fixedInStock: true,
    groupPrices: 'metalPurity',
  },
  stoneType: {
    kind: 'stonetype',
    offered: (details) => details.stoneType,
    fixedInStock: true,
    groupPrices: 'stoneType',
  },
  finish: { kind: 'finish', offered: ({ finish }) => (finish ? [finish] : undefined), fixedInStock: true },
  centerStoneCarat: {
    kind: 'stone-carat',
    offered: (details) => details.centerStoneOptions?.carats,
    fixedInStock: true,
  },
  centerStoneShape: {
    kind: 'stone-shape',
    offered: (details) => details.centerStoneOptions?.shapes,
    fixedInStock: true,
  },
  centerStoneQuality: {
    kind: 'stone-quality',
    offered: (details) => details.centerStoneOptions?.qualities,
    fixedInStock: true,
  },
  sizeOptions: { kind: 'ring-size', offered: (details) => details.sizeOptions, needed: sizeOf },
  // Bracelets, bangles and necklaces share `sizes`: `kindOf` chooses the list.
  sizes: { kind: 'bracelet-size', offered: (details) => details.sizes, needed: sizeOf },
  earringSize: { kind: 'earring-size', offered: (details) => details.earringSize, needed: sizeOf },
  backType: { kind: 'backtype', offered: (details) => details.backType },
  pendantSize: { kind: 'pendant-size', offered: (details) => details.pendantSize, needed: sizeOf },
  chainLength: { kind: 'chain-length', offered: (details) => details.chainLength, needed: chainLength },
  chainLengths: { kind: 'chain-length', offered: (details) => details.chainLengths, needed: chainLength },
};
const OPTION_NAMES = Object.keys(RULES) as OptionName[];

/** What a piece is made of: another value than the ready piece's makes it one made to order. */
const isMaterial = (name: OptionName): boolean => RULES[name].fixedInStock === true || name === 'metalTone';

function sizeOf(category: string): string {
  return `Please select ${category} size`;
}
function chainLength(): string {
  return 'Please select chain length';
}

const kindOf = (name: OptionName, { detailsModel }: Piece): catalog.OptionKind | undefined =>
  name === 'sizes' && detailsModel === 'NecklaceDetails' ? 'necklace-size' : RULES[name].kind;

const valueOf = (chosen: string | { value: string } | undefined): string =>
  (typeof chosen === 'string' ? chosen : (chosen?.value ?? '')).trim();

/** The option list entries whose prices `priceLine` may need. */
export function optionPricesNeeded(piece: Piece, customizations: catalog.Customizations): OptionPrice[] {
  return OPTION_NAMES.flatMap((name) => {
    const value = valueOf(customizations[name]);
    const kind = kindOf(name, piece);
    return value && kind ? [{ kind, value }] : [];
  });
}

export type PricedLine =
  | {
      ok: true;
      basePaise: number;
      customizationPaise: number;
      customizations: catalog.PricedCustomizations;
      customized: boolean;
    }
  | { ok: false; code: 'option.not-offered' | 'option.not-priced'; errors: Record<string, string> };

interface PriceSources {
  piece: Piece;
  details: Details;
  /** Whether its material is. */
  isMadeToOrder: boolean;
  /** Of the product's group. */
  customization: Customization | undefined;
  /** Paise; `undefined` for a value that is in no list. */
  optionPrice: (option: OptionPrice) => number | undefined;
}

function groupPriceOf(
  { groupPrices }: OptionRule,
  customization: Customization | undefined,
  value: string,
): number | undefined {
  const row = groupPrices && customization?.[groupPrices].find((one) => one.value === value);
  return row && extraPaise(row.pricePaise);
}

/**
 * What an offered value costs: the price of the group, else that of the option list, else nothing for the first one offered.
 * The price of the piece includes what the ready one is made of. `undefined`: it has no price and cannot be bought.
 */
function paiseOf(
  { fixedInStock }: OptionRule,
  option: OptionPrice,
  {
    own,
    groupPrice,
    optionPrice,
  }: { own: string | undefined; groupPrice: number | undefined } & Pick<PriceSources, 'optionPrice'>,
): number | undefined {
  const isOwn = option.value === own;
  return groupPrice ?? (fixedInStock && isOwn ? 0 : (optionPrice(option) ?? (isOwn ? 0 : undefined)));
}

/** The option list entries that price what a product offers. */
export const optionPricesOffered = (piece: Piece, details: Details): OptionPrice[] =>
  OPTION_NAMES.flatMap((name) => {
    const kind = kindOf(name, piece);
    return kind ? (RULES[name].offered(details) ?? []).map((value) => ({ kind, value })) : [];
  });

/** Values that a product offers and that have no price, by option. */
export function valuesWithoutPrice({
  piece,
  details,
  isMadeToOrder,
  customization,
  optionPrice,
}: PriceSources): Record<string, string[]> {
  return Object.fromEntries(
    OPTION_NAMES.flatMap((name) => {
      const rule = RULES[name];
      const kind = kindOf(name, piece);
      const [own, ...others] = rule.offered(details) ?? [];
      if (!kind) return [];
      // What the ready piece is fixed in matters only where others are made to order.
      const reachable = rule.fixedInStock && !isMadeToOrder ? [] : others;
      const without = reachable.filter((value) => {
        const groupPrice = groupPriceOf(rule, customization, value);
        return paiseOf(rule, { kind, value }, { own, groupPrice, optionPrice }) === undefined;
      });
      return without.length > 0 ? [[name, without]] : [];
    }),
  );
}

/**
 * Whether a product can be made in another value than the ready piece's: its material is made to order, and the product or its group's
 * customization offers another one that has a price. Elsewhere the choice would be empty.
 */
export function canBeMadeToOrder(sources: PriceSources): boolean {
  const { details, isMadeToOrder, customization } = sources;
  if (!isMadeToOrder) return false;
  const withoutPrice = valuesWithoutPrice(sources);
  return OPTION_NAMES.some((name) => {
    const rule = RULES[name];
    if (!isMaterial(name)) return false;
    const offered = rule.offered(details) ?? [];
    const ofGroup = (rule.groupPrices && customization?.[rule.groupPrices].map(({ value }) => value)) ?? [];
    return [...offered, ...ofGroup].some((value) => value !== offered[0] && !withoutPrice[name]?.includes(value));
  });
}

/**
 * The price of one product with its choices: the base price plus the shop's own price of each option (`paiseOf`). Prices in the
 * request are ignored.
 *
 * `requireSizes` makes a missing size an error (cart lines); else it costs nothing yet (the product page).
 */
export function priceLine({
  piece,
  details,
  isMadeToOrder,
  customization,
  optionPrice,
  chosen,
  requireSizes,
}: PriceSources & {
  chosen: catalog.Customizations;
  requireSizes: boolean;
}): PricedLine {
  const errors: Record<string, string> = {};
  const notPriced: Record<string, string> = {};
  const customizations: catalog.PricedCustomizations = { costomization: chosen.costomization };
  const toOrder = chosen.costomization === 'yes';
  let customizationPaise = 0;
  let customized = false;

  if (toOrder && !isMadeToOrder) errors['costomization'] = 'This piece is not made to order';

  for (const name of OPTION_NAMES) {
    const rule = RULES[name];
    const offered = rule.offered(details) ?? [];
    const own = offered[0];
    // Tone, purity and stone default to the product's own; centre stones and finish have no default.
    const value = valueOf(chosen[name]) || (rule.groupPrices || name === 'metalTone' ? (own ?? '') : '');
    if (!value) {
      if (requireSizes && rule.needed && offered.length > 0) errors[name] = rule.needed(piece.category.main);
      continue;
    }
    const groupPrice = toOrder ? groupPriceOf(rule, customization, value) : undefined;
    const allowed = rule.fixedInStock && !toOrder ? [own] : offered;
    if (groupPrice === undefined && !allowed.includes(value)) {
      errors[name] = offered.includes(value) ? 'Only when made to order' : 'Not offered';
      continue;
    }
    if (toOrder && isMaterial(name) && value !== own) customized = true;
    const kind = kindOf(name, piece);
    if (kind === undefined) {
      customizations[name] = value;
      continue;
    }
    const paise = paiseOf(rule, { kind, value }, { own, groupPrice, optionPrice });
    if (paise === undefined) {
      notPriced[name] = 'No price yet';
      continue;
    }
    customizations[name] = { value, price: rupeesFrom(paise) };
    customizationPaise += paise;
  }

  const engraving = valueOf(chosen.engraving);
  if (engraving) {
    if (engravingAvailable(details)) customizations['engraving'] = engraving;
    else errors['engraving'] = 'This piece cannot be engraved';
  }

  if (Object.keys(errors).length > 0) return { ok: false, code: 'option.not-offered', errors };
  if (Object.keys(notPriced).length > 0) return { ok: false, code: 'option.not-priced', errors: notPriced };
  return { ok: true, basePaise: piece.pricePaise, customizationPaise, customizations, customized };
}

/** Whether a size has to be chosen before it can be bought. */
export const needsSize = (details: Details): boolean =>
  OPTION_NAMES.some((name) => RULES[name].needed !== undefined && (RULES[name].offered(details) ?? []).length > 0);

export const engravingAvailable = (details: Details): boolean =>
  details.engravingAvailable === true || details.nameEngravingAvailable === true;
