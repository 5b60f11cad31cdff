import type { Step } from './purchases-steps.ts';
import { seededRandom } from './seeded.ts';

/** Every one is played, so that every state of a transfer is reached. */
export const TRANSFER_KINDS = [
  'transfers, told by hand',
  'transfers, told by a statement',
  'transfers without the reference',
  'transfers another amount',
  'transfers another amount, then the right one',
  'transfers twice',
  'gives the transfer up',
  'gives the transfer up, and it arrives',
  'lets the transfer expire',
  'transfers after the expiry',
  'cancels an order paid by transfer',
  'staff refund an order paid by transfer',
  'pays by card and by transfer',
  'starts a transfer beside another',
] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

/** In which everything ends that the histories do, if there are enough of them. */
const END_STATES = [
  ...['transfer arrived', 'transfer refused', 'transfer expired', 'transfer cancelled'],
  ...['arrival matched', 'arrival goes-back', 'arrival set-aside'],
  ...['return sent', 'return failed'],
];
/** With fewer, a part that was killed may have kept the only one or two of a kind from it. */
const ENOUGH_HISTORIES = 140;

/** What is missing among the states that were reached, of which nothing may be left undecided. */
export function missingStates(histories: number, reached: ReadonlyMap<string, number>): string[] {
  const undecided = ['transfer waiting', 'arrival unmatched', 'return open'].filter((state) => reached.has(state));
  const missing = histories < ENOUGH_HISTORIES ? [] : END_STATES.filter((state) => !reached.has(state));
  return [
    ...undecided.map((state) => `${reached.get(state)} × ${state} is left`),
    ...missing.map((state) => `no ${state}`),
  ];
}

export interface TransferHistory {
  number: number;
  kind: TransferKind;
  currency: 'INR';
  steps: Step[];
}

const HISTORIES_PER_TRANSFER = 5;
const SHOPPERS_PER_PIECE = 4;
const STOCK_OF_DEMAND = 0.8;

/** Shoppers in rupees with pieces of their own, from `firstPiece` on; a random source of their own leaves the other histories as they are. */
export function transfersOf({ seed, histories, firstPiece }: { seed: number; histories: number; firstPiece: number }): {
  histories: TransferHistory[];
  stock: number[];
} {
  const random = seededRandom(seed);
  const randomUpTo = (max: number) => 1 + Math.floor(random() * max);
  const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  const chance = (of: number) => random() < of;
  const count = Math.max(TRANSFER_KINDS.length, Math.ceil(histories / HISTORIES_PER_TRANSFER));
  const pieces = Math.ceil(count / SHOPPERS_PER_PIECE);
  const begin: Step = { do: 'begin a transfer' };
  const order: Step = { do: 'await the order' };
  const demand = Array<number>(pieces).fill(0);

  const all = Array.from({ length: count }, (_, index): TransferHistory => {
    const kind = TRANSFER_KINDS[index % TRANSFER_KINDS.length]!;
    return { number: histories + index + 1, kind, currency: 'INR', steps: stepsOf(kind) };
  });
  return { histories: all, stock: demand.map((wanted) => Math.max(1, Math.round(wanted * STOCK_OF_DEMAND))) };

  function stepsOf(kind: TransferKind): Step[] {
    switch (kind) {
      case 'transfers, told by hand':
        return [...freeze(), begin, arrives('by hand'), order];
      case 'transfers, told by a statement':
        return [...freeze(), begin, arrives('by statement'), order];
      case 'transfers without the reference':
        return [...freeze(), begin, arrives('without its reference'), order];
      case 'transfers another amount':
        return [...freeze(), begin, arrives(someTelling(), oneOf([90, 110]))];
      case 'transfers another amount, then the right one':
        return [...freeze(), begin, arrives(someTelling(), oneOf([50, 120])), arrives(someTelling()), order];
      case 'transfers twice':
        return [...freeze(), begin, arrives(someTelling()), arrives(someTelling()), order];
      case 'gives the transfer up':
        return [...freeze(), begin, { do: 'give the transfer up' }];
      case 'gives the transfer up, and it arrives':
        return [...freeze(), begin, { do: 'give the transfer up' }, arrives(someTelling())];
      case 'lets the transfer expire':
        return [...freeze(), begin, { do: 'let the transfer expire' }];
      case 'transfers after the expiry':
        return [...freeze(), begin, { do: 'let the transfer expire' }, arrives(someTelling()), order];
      case 'cancels an order paid by transfer':
        return [...freeze(), begin, arrives(someTelling()), order, { do: 'cancel the order' }];
      case 'staff refund an order paid by transfer':
        return [
          ...freeze(),
          begin,
          arrives(someTelling()),
          order,
          { do: 'staff refund', share: randomUpTo(9) / 10 },
          ...(chance(0.5) ? [{ do: 'staff cancel' } as const] : []),
        ];
      case 'pays by card and by transfer': {
        const tabs = oneOf<Step[]>([
          [{ do: 'begin' }, begin],
          [begin, { do: 'begin' }],
        ]);
        const byCard: Step[] = [
          { do: 'pay', attempt: 0, how: 'success' },
          { do: 'return', attempt: 0, times: 1 },
        ];
        const byTransfer = arrives(someTelling());
        return [...freeze(), ...tabs, ...(chance(0.5) ? [...byCard, byTransfer] : [byTransfer, ...byCard]), order];
      }
      case 'starts a transfer beside another':
        return [...freeze(), begin, buyNow(), begin, arrives(someTelling())];
    }
  }

  function someTelling() {
    return oneOf(['by hand', 'by statement', 'without its reference'] as const);
  }

  function arrives(told: ReturnType<typeof someTelling>, percent = 100): Step {
    return { do: 'transfer', told, percent };
  }

  function buyNow(): Step {
    return { do: 'check out', buyNow: some() };
  }

  function freeze(): Step[] {
    return chance(0.5) ? [{ do: 'add', ...some() }, { do: 'check out' }] : [buyNow()];
  }

  function some() {
    const piece = Math.floor(random() * pieces);
    demand[piece]! += 1;
    return { piece: firstPiece + piece, quantity: 1 };
  }
}
