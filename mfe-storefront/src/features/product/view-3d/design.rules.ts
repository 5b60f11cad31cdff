import { CUTS, type Cut, type Design, type Gem, isFaceted, type Metal, type Set, type Stone } from '@shop/jewellery';
import type { Product } from '../api/product.ts';
import { type Kept, startOf } from '../choices.rules.ts';

export interface Shown {
  design: Design;
  /** `18K`: gold of more carats is yellower. */
  purity: string | undefined;
}

/** Words in the names of stones, the narrower first: a pink sapphire is also a sapphire. */
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
const meant = <T>(list: readonly [string, T][], name: string | undefined): T | undefined =>
  list.find(([word]) => name?.toLowerCase().includes(word))?.[1];

/** The piece as it was chosen: tone, purity, stone, and the shape and weight of the centre stone. */
export function shownOf(product: Product, kept: Kept | undefined): Shown | undefined {
  if (!product.design) return undefined;
  const { detailsRef: details, customizable } = product;
  const mode = customizable ? (kept?.mode ?? 'ready') : 'ready';
  const choices = { ...startOf(product, 'ready'), ...(kept?.mode === mode && kept.choices) };
  const design = product.design as unknown as Design;
  const own = meant(GEMS, details.stoneType[0]);
  const chosen = meant(GEMS, choices.stoneType);
  const replace = (set: Set): Set =>
    own && chosen && chosen !== own && isFaceted(set) && set.gem === own ? { ...set, gem: chosen } : set;
  const shape = mode === 'custom' ? choices.centerStoneShape?.toLowerCase() : undefined;
  const carat = mode === 'custom' ? Number.parseFloat(choices.centerStoneCarat ?? '') : NaN;
  return {
    purity: choices.metalPurity,
    design: {
      ...design,
      // A variant of a tone has a design of its own; this is for pieces that are sold in several tones as one.
      ...(details.metalTone.length > 1 && { metal: meant(TONES, choices.metalTone) ?? design.metal }),
      ...('centre' in design && design.centre && { centre: centreOf(replace(design.centre), shape, carat) }),
      ...('small' in design && design.small && { small: replace(design.small) }),
    } as Design,
  };
}

/** Smaller diameters of equally heavy stones, of a round one's. */
const NARROWER: Record<Cut, number> = {
  round: 1,
  princess: 0.86,
  cushion: 0.94,
  oval: 0.86,
  emerald: 0.82,
  pear: 0.84,
  marquise: 0.72,
};
/** A round diamond of one carat, in mm. */
const ONE_CARAT = 6.5;

function centreOf(set: Set, shape: string | undefined, carat: number): Set {
  if (!isFaceted(set)) return set;
  const cut = CUTS.find((one) => one === shape) ?? set.cut;
  const round = carat > 0 ? ONE_CARAT * Math.cbrt(carat) : set.size / NARROWER[set.cut];
  return { ...set, cut, size: Math.round(round * NARROWER[cut] * 100) / 100 } satisfies Stone;
}
