import { type Design, STONES } from '@shop/demo-data/designs.ts';
import type { Metal } from '@shop/demo-data/catalogue.ts';

/** Rupees per gram of pure metal on the day the demo catalogue was priced. */
const DAYS_RATE = { gold: 12_400, silver: 162, platinum: 4_650 };
const FINENESS: Record<string, number> = { '14K': 0.585, '18K': 0.75, '22K': 0.916, '925': 0.925, '950': 0.95 };
/** Making charge in rupees per gram: plain and with stones. */
const MAKING = { gold: [980, 1_450], silver: [85, 120], platinum: [1_900, 2_400] } as const;
const SETTING_A_STONE = 140;
const PLATING = 850;

const elementOf = ({ tag }: Metal) => (tag === 'rose-gold' ? 'gold' : tag);

const perGram = (metal: Metal, purity: string): number =>
  DAYS_RATE[elementOf(metal)] * FINENESS[purity]! * (metal.tone === 'White Gold' ? 1.02 : 1);

/** Metal weight in grams. */
export const weightOf = (design: Design, metal: Metal): number =>
  Math.round(design.weight * metal.weightFactor * 100) / 100;

const GRAMS_PER_CARAT = 0.2;
/** With its stones. */
export function weightOfPiece(design: Design, metal: Metal): number {
  const carats = design.stones.reduce((sum, { carat }) => sum + carat, 0);
  return Math.round((weightOf(design, metal) + carats * GRAMS_PER_CARAT) * 100) / 100;
}

const stonesWorth = (design: Design, replaced?: { from: string; to: keyof typeof STONES }): number =>
  design.stones.reduce((sum, { kind, count, carat }) => {
    const { single, many } = STONES[replaced && kind === replaced.from ? replaced.to : kind];
    return sum + carat * (count <= 3 ? single : many) + count * SETTING_A_STONE;
  }, 0);

/** Rounds as shops do: to tens up to 10,000, to fifties above. */
const rounded = (rupees: number): number => {
  const step = rupees < 10_000 ? 10 : 50;
  return Math.round(rupees / step) * step;
};

/** Metal by weight and purity at the day's rate, stones by carat, making and setting. Rupees. */
export function priceOf(design: Design, metal: Metal): number {
  const grams = weightOf(design, metal);
  const making = MAKING[elementOf(metal)][design.stones.length > 0 ? 1 : 0];
  return rounded(grams * (perGram(metal, metal.purity) + making) + stonesWorth(design) + (metal.plated ? PLATING : 0));
}

/** Extra price in another purity, in rupees, at least 0. */
export const purityExtra = (design: Design, metal: Metal, purity: string): number =>
  Math.max(0, rounded(weightOf(design, metal) * (perGram(metal, purity) - perGram(metal, metal.purity)) * 1.06));

/** Extra price in rupees with natural instead of laboratory-grown diamonds. */
export const naturalExtra = (design: Design): number =>
  rounded(stonesWorth(design, { from: 'lab', to: 'diamond' }) - stonesWorth(design));
