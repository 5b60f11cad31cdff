import type { catalog } from '@shop/contracts';
import { rupeesFrom } from '@shop/contracts';
import type { Customization } from '../customizations/customization.schema.ts';
import type { Details } from '../products/details.schema.ts';
import type { Product } from '../products/product.schema.ts';

type Piece = Pick<Product, 'pricePaise' | 'category' | 'material' | 'detailsModel'>;
type OptionName = Exclude<keyof catalog.Customizations, 'costomization' | 'engraving'>;
export interface OptionPrice {
  kind: catalog.OptionKind;
  value: string;
}

interface OptionRule {
  /** The list that knows what a value costs; one that is only named costs nothing. */
  kind?: catalog.OptionKind;
  offered(details: Details): readonly string[] | undefined;
  /** What the ready piece is made of: only a piece made to order can have another value, and its own is in its price. */
  ofThePiece?: boolean;
  /** A group's own prices for it, which come before those of the list. */
  ofTheGroup?: 'metalPurity' | 'stoneType';
  /** Asked for when it is not chosen. `category` is the main category. */
  needed?(category: string): string;
}

/** Every option of a line: where its values and their prices come from. */
const RULES: Record<OptionName, OptionRule> = {
  metalTone: { offered: (details) => details.metalTone },
  metalPurity: {
    kind: 'metal-purity',
    offered: (details) => details.metalPurity,
    ofThePiece: true,
    ofTheGroup: 'metalPurity',
  },
  stoneType: { kind: 'stonetype', offered: (details) => details.stoneType, ofThePiece: true, ofTheGroup: 'stoneType' },
  finish: { kind: 'finish', offered: ({ finish }) => (finish ? [finish] : undefined), ofThePiece: true },
  centerStoneCarat: {
    kind: 'stone-carat',
    offered: (details) => details.centerStoneOptions?.carats,
    ofThePiece: true,
  },
  centerStoneShape: {
    kind: 'stone-shape',
    offered: (details) => details.centerStoneOptions?.shapes,
    ofThePiece: true,
  },
  centerStoneQuality: {
    kind: 'stone-quality',
    offered: (details) => details.centerStoneOptions?.qualities,
    ofThePiece: true,
  },
  sizeOptions: { kind: 'ring-size', offered: (details) => details.sizeOptions, needed: sizeOf },
  // `sizes` are those of bracelets, bangles and necklaces: `kindOf` tells them apart.
  sizes: { kind: 'bracelet-size', offered: (details) => details.sizes, needed: sizeOf },
  earringSize: { kind: 'earring-size', offered: (details) => details.earringSize, needed: sizeOf },
  backType: { kind: 'backtype', offered: (details) => details.backType },
  pendantSize: { kind: 'pendant-size', offered: (details) => details.pendantSize, needed: sizeOf },
  chainLength: { kind: 'chain-length', offered: (details) => details.chainLength, needed: chainLength },
  chainLengths: { kind: 'chain-length', offered: (details) => details.chainLengths, needed: chainLength },
};
const OPTION_NAMES = Object.keys(RULES) as OptionName[];

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

/** The entries of option lists whose prices `priceLine` may need. */
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
  | { ok: false; errors: Record<string, string> };

/**
 * The price of one piece with what was chosen: its base price, plus for each option the price that the shop knows. For
 * purity and stone of a piece made to order that is the price of the group's customization; where it has none, what the
 * ready piece is made of costs nothing, and anything else what the option list says. Prices that were sent along are not
 * even looked at.
 *
 * `requireSizes` makes a missing size an error (a cart line), otherwise it only costs nothing yet (the product page).
 */
export function priceLine({
  piece,
  details,
  customization,
  optionPrice,
  chosen,
  requireSizes,
}: {
  piece: Piece;
  details: Details;
  /** Of the piece's group. */
  customization: Customization | undefined;
  /** Paise; `undefined` for a value that is in no list. */
  optionPrice: (option: OptionPrice) => number | undefined;
  chosen: catalog.Customizations;
  requireSizes: boolean;
}): PricedLine {
  const errors: Record<string, string> = {};
  const customizations: catalog.PricedCustomizations = { costomization: chosen.costomization };
  const toOrder = chosen.costomization === 'yes';
  let customizationPaise = 0;

  if (toOrder && piece.material.tag !== 'gold') errors['costomization'] = 'Only gold pieces are made to order';

  for (const name of OPTION_NAMES) {
    const rule = RULES[name];
    const offered = rule.offered(details) ?? [];
    const own = rule.ofThePiece || name === 'metalTone' ? offered[0] : undefined;
    const ofTheGroup = toOrder && rule.ofTheGroup ? (customization?.[rule.ofTheGroup] ?? []) : [];
    // A line says what the piece is made of even where nothing was chosen; centre stones and finish only when chosen.
    const value = valueOf(chosen[name]) || (rule.ofTheGroup || name === 'metalTone' ? (own ?? '') : '');
    if (!value) {
      if (requireSizes && rule.needed && offered.length > 0) errors[name] = rule.needed(piece.category.main);
      continue;
    }
    const groupPrice = ofTheGroup.find((row) => row.value === value)?.pricePaise;
    const allowed = rule.ofThePiece && !toOrder ? [own] : offered;
    if (groupPrice === undefined && !allowed.includes(value)) {
      errors[name] = rule.ofThePiece && !toOrder && offered.includes(value) ? 'Only when made to order' : 'Not offered';
      continue;
    }
    const kind = kindOf(name, piece);
    if (kind === undefined) {
      customizations[name] = value;
      continue;
    }
    const paise = groupPrice ?? (value === own ? 0 : (optionPrice({ kind, value }) ?? 0));
    customizations[name] = { value, price: rupeesFrom(paise) };
    customizationPaise += paise;
  }

  const engraving = valueOf(chosen.engraving);
  if (engraving) {
    if (engravingAvailable(details)) customizations['engraving'] = engraving;
    else errors['engraving'] = 'This piece cannot be engraved';
  }

  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, basePaise: piece.pricePaise, customizationPaise, customizations, customized: toOrder };
}

export const engravingAvailable = (details: Details): boolean =>
  details.engravingAvailable === true || details.nameEngravingAvailable === true;
