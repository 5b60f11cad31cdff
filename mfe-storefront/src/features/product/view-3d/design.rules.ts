import { CUTS, type Cut, type Design, type Gem, isFaceted, type Metal, type Set, type Stone } from '@shop/jewellery';
import type { Product } from '../api/product.ts';
import { type SavedChoices, initialChoices } from '../choices.rules.ts';

export interface CustomizedDesign {
  design: Design;
  /** `18K`: the higher the carat, the yellower the gold. */
  purity: string | undefined;
}

/** Words in stone names, specific ones first: a pink sapphire is also a sapphire. */
const GEMS: readonly [word: string, gem: Gem][] = [
  ['pink sapphire', 'pink-sapphire'],
  ['sapphire', 'sapphire'],
  ['ruby', 'ruby'],
  ['emerald', 'emerald'],
  ['morganite', 'morganite'],
  ['aquamarine', 'aquamarine'],
  ['amethyst', 'amethyst'],
  ['citrine', 'citrine'],
  ['garnet', 'garnet'],
  ['topaz', 'topaz'],
  ['peridot', 'peridot'],
  ['diamond', 'diamond'],
  ['moissanite', 'diamond'],
  ['zirconia', 'diamond'],
];
const TONES: readonly [word: string, metal: Metal][] = [
  ['rose', 'rose'],
  ['yellow', 'yellow'],
  ['white', 'white'],
  ['platinum', 'platinum'],
  ['oxidised', 'oxidised'],
  ['silver', 'silver'],
];
const matchByWord = <T>(list: readonly [string, T][], name: string | undefined): T | undefined =>
  list.find(([word]) => name?.toLowerCase().includes(word))?.[1];

/** The product as chosen: tone, purity, stone, and the shape and weight of the centre stone. */
export function customizedDesign(product: Product, saved: SavedChoices | undefined): CustomizedDesign | undefined {
  if (!product.design) return undefined;
  const { detailsRef: details, customizable } = product;
  const mode = customizable ? (saved?.mode ?? 'ready') : 'ready';
  const choices = { ...initialChoices(product, 'ready'), ...(saved?.mode === mode && saved.choices) };
  const design = product.design as unknown as Design;
  const own = matchByWord(GEMS, details.stoneType[0]);
  const chosen = matchByWord(GEMS, choices.stoneType);
  const replace = (set: Set): Set =>
    own && chosen && chosen !== own && isFaceted(set) && set.gem === own ? { ...set, gem: chosen } : set;
  const shape = mode === 'custom' ? choices.centerStoneShape?.toLowerCase() : undefined;
  const carat = mode === 'custom' ? Number.parseFloat(choices.centerStoneCarat ?? '') : NaN;
  return {
    purity: choices.metalPurity,
    design: {
      ...design,
      // A variant of a tone has a separate design; this is for products sold in several tones as one.
      ...(details.metalTone.length > 1 && { metal: matchByWord(TONES, choices.metalTone) ?? design.metal }),
      ...('centre' in design && design.centre && { centre: centreOf(replace(design.centre), shape, carat) }),
      ...('small' in design && design.small && { small: replace(design.small) }),
    } as Design,
  };
}

/** Smaller diameter relative to a round stone of the same weight. */
const RELATIVE_DIAMETER: Record<Cut, number> = {
  round: 1,
  princess: 0.86,
  cushion: 0.94,
  oval: 0.86,
  emerald: 0.82,
  pear: 0.84,
  marquise: 0.72,
};
/** Diameter of a round one-carat diamond, mm. */
const ONE_CARAT = 6.5;

function centreOf(set: Set, shape: string | undefined, carat: number): Set {
  if (!isFaceted(set)) return set;
  const cut = CUTS.find((one) => one === shape) ?? set.cut;
  const round = carat > 0 ? ONE_CARAT * Math.cbrt(carat) : set.size / RELATIVE_DIAMETER[set.cut];
  return { ...set, cut, size: Math.round(round * RELATIVE_DIAMETER[cut] * 100) / 100 } satisfies Stone;
}
