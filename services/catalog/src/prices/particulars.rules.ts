import type { catalog } from '@shop/contracts';
import type { Details } from '../products/details.schema.ts';

/** Parts in a thousand of the gold alloys by carat (IS 1417). 24 carat are two: only where its word says which is it known. */
const GOLD: Readonly<Record<string, readonly string[]>> = {
  9: ['375'],
  14: ['585'],
  18: ['750'],
  20: ['833'],
  22: ['916'],
  23: ['958'],
  24: ['995', '999'],
};
const OTHERS = [
  { metal: 'silver', name: 'Silver', finenesses: ['800', '835', '925', '970', '990', '999'] },
  { metal: 'platinum', name: 'Platinum', finenesses: ['850', '900', '950', '999'] },
] as const;

const METAL_WORDS = /gold|sterling|silver|platinum|pt|[·/,()-]/g;
/** `18 kt`, `18k 750`, `750`. */
const PURITY = /^(?:(\d{1,2}) ?(?:karat|carat|kt|ct|k))? ?(\d{3})?$/;

/**
 * A purity as bills write it: carat and fineness of gold (`18K · 750`), the name of other metals with their fineness (`Silver 925`).
 * `material`: the name of the material in the shop; of one that names no metal, a carat is taken for gold. What is not understood, or
 * contradicts itself, stays as it is.
 */
export function billedPurity(word: string, material: string): string {
  const said = word.trim();
  const bare = said.toLowerCase().replaceAll(METAL_WORDS, ' ').replaceAll(/\s+/g, ' ').trim();
  const [, carat, fineness] = PURITY.exec(bare) ?? [];
  const metal = /gold|silver|platinum/.exec(material.toLowerCase())?.[0];
  const other = OTHERS.find((one) => one.metal === metal);
  if (other) {
    const isKnown = carat === undefined && other.finenesses.some((one) => one === fineness);
    return isKnown ? `${other.name} ${fineness}` : said;
  }
  if (carat === undefined && metal !== 'gold') return said;
  const alloys = Object.entries(GOLD).flatMap(([carats, parts]) => parts.map((part) => ({ carats, part })));
  const meant = alloys.filter(({ carats, part }) => (carat ?? carats) === carats && (fineness ?? part) === part);
  return meant.length === 1 ? `${meant[0]!.carats}K · ${meant[0]!.part}` : said;
}

const valueOf = (choice: catalog.PricedCustomizations[string] | undefined): string | undefined =>
  typeof choice === 'object' ? choice.value : choice;

/** What a bill has to say of a piece with its choices. Weights are those of the ready piece. */
export function particularsOf(
  material: string,
  details: Details,
  chosen: catalog.PricedCustomizations,
): catalog.PieceParticulars {
  const { weight, netWeight } = details;
  const purity = valueOf(chosen['metalPurity']);
  const stones = stonesOf(details, chosen);
  return {
    ...(purity && { purity: billedPurity(purity, material) }),
    ...(weight && { weight }),
    ...(netWeight && { netWeight }),
    ...(stones.length > 0 && { stones }),
    // Not stored with every piece from before it was required.
    isHallmarked: (details.certification as Details['certification'] | undefined)?.isHallmarked ?? false,
  };
}

type Stones = NonNullable<catalog.PieceParticulars['stones']>;

/** Another kind of stone takes the place of the one that the ready piece has; another centre stone is the first of them. */
function stonesOf({ stones = [], stoneType = [] }: Details, chosen: catalog.PricedCustomizations): Stones {
  const [own] = stoneType;
  const type = valueOf(chosen['stoneType']) ?? own;
  const isOwn = (stone: string) => stone.toLowerCase() === own?.toLowerCase();
  const isNamed = stones.some((stone) => isOwn(stone.type));
  const centre = valueOf(chosen['centerStoneCarat']);
  return stones.map((stone, index) => {
    const isReplaced = type !== undefined && type !== own && (isNamed ? isOwn(stone.type) : index === 0);
    const carat = index === 0 && centre !== undefined ? caratOf(centre, stone.count) : stone.carat;
    return { type: isReplaced ? type : stone.type, count: stone.count, ...(carat !== undefined && { carat }) };
  });
}

/** Of a centre stone: `0.50 ct`. */
function caratOf(text: string, count: number): number | undefined {
  const carat = /^(\d+(?:\.\d+)?) ?(?:ct|carats?)?$/i.exec(text.trim())?.[1];
  return count === 1 && carat !== undefined ? Number(carat) : undefined;
}
