import { seededRandom } from './seeded.ts';

/** What happens at a provider, in its natural order. `dispute won` and `dispute lost` exclude each other. */
export const HAPPENINGS = [
  'failed',
  'captured',
  'refund in part',
  'refund of the rest',
  'dispute opened',
  'dispute won',
  'dispute lost',
] as const;
export type Happening = (typeof HAPPENINGS)[number];

export const PROVIDERS = ['razorpay', 'paypal'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** What has to happen at the provider before; its own webhook may never come. */
const CAUSES: Record<Happening, readonly Happening[]> = {
  failed: [],
  captured: [],
  'refund in part': ['captured'],
  'refund of the rest': ['captured'],
  'dispute opened': ['captured'],
  'dispute won': ['captured', 'dispute opened'],
  'dispute lost': ['captured', 'dispute opened'],
};

/** One purchase: what happens at the provider, and in which order the shop hears of it. */
export interface EventHistory {
  provider: ProviderName;
  /** In their natural order, with the causes of those that are told. */
  happenings: Happening[];
  told: Happening[];
  /** Told as it happens, once each: what the others are compared with. */
  isNatural: boolean;
  /** Whether the reconciler runs after each webhook. */
  reconciled: boolean[];
}

const natural = (happenings: Iterable<Happening>): Happening[] => {
  const all = new Set(happenings);
  return HAPPENINGS.filter((one) => all.has(one));
};

/** Every set of one to six happenings, each in its natural order. */
export function happeningSets(): Happening[][] {
  let subsets: Happening[][] = [[]];
  for (const happening of HAPPENINGS) subsets = subsets.flatMap((set) => [set, [...set, happening]]);
  const isPossible = (set: Happening[]) => !(set.includes('dispute won') && set.includes('dispute lost'));
  return subsets.filter((set) => set.length > 0 && isPossible(set));
}

export function ordersOf<T>(set: readonly T[]): T[][] {
  if (set.length < 2) return [[...set]];
  return set.flatMap((first, index) => ordersOf(set.toSpliced(index, 1)).map((rest) => [first, ...rest]));
}

/** The histories with the same key have the same outcome. */
export const keyOf = ({ provider, told }: Pick<EventHistory, 'provider' | 'told'>): string =>
  `${provider}: ${natural(told).join(', ')}`;

/**
 * Every order of every set at both providers, or a random `sample` of them, each set also once in its natural order.
 * `random` also decides in which gaps the reconciler runs.
 */
export function planEvents({ seed, sample }: { seed: number; sample: number | undefined }): EventHistory[] {
  const random = seededRandom(seed);
  const sets = happeningSets();
  const all = PROVIDERS.flatMap((provider) =>
    sets.flatMap((set) =>
      ordersOf(set).map((told): EventHistory => {
        const happenings = natural([...told, ...told.flatMap((one) => CAUSES[one])]);
        return { provider, happenings, told, isNatural: false, reconciled: told.map(() => random() < 0.3) };
      }),
    ),
  );
  const chosen = all.map((history) => ({ history, rank: random() })).sort((a, b) => a.rank - b.rank);
  const histories = chosen.slice(0, sample).map(({ history }) => history);
  const baselines = new Map(
    histories.map((history) => [
      keyOf(history),
      { ...history, told: natural(history.told), isNatural: true, reconciled: history.told.map(() => false) },
    ]),
  );
  return [...baselines.values(), ...histories];
}

export const textOf = ({ provider, told, isNatural, reconciled }: EventHistory): string =>
  `${provider}: ${told.map((one, index) => (reconciled[index] ? `${one}, reconciled` : one)).join(' → ')}${isNatural ? ' (as it happens)' : ''}`;
