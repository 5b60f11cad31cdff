import type { Currency } from './buyer.ts';
import type { Part } from './own-shop.ts';
import {
  type Paying,
  type ResponseFault,
  type StaffEdit,
  type Step,
  stepText,
  type WebhookFault,
} from './purchases-steps.ts';
import { type TransferKind, transfersOf } from './purchases-transfer-plan.ts';
import { seededRandom } from './seeded.ts';

export interface History {
  /** From 1. */
  number: number;
  /** The scenario, for reports. */
  kind: Kind | TransferKind;
  currency: Currency;
  steps: Step[];
}

/** A fault injected once this many steps of all shoppers together have started. */
export type Incident = { afterSteps: number } & (
  | { kill: Part; downMs: number }
  /** Razorpay's default capture setting of the account, for orders that do not specify one. */
  | { razorpayCaptures: 'automatic' | 'manual' }
);

export interface Plan {
  seed: number;
  /** Initial stock per piece. */
  stock: number[];
  histories: History[];
  incidents: Incident[];
}

const CURRENCIES: readonly Currency[] = ['INR', 'INR', 'INR', 'USD', 'EUR', 'GBP', 'JPY'];
const WEBHOOK_FAULTS: readonly WebhookFault[] = [
  'late',
  'an hour late',
  'twice',
  'never',
  'out-of-order',
  'wrong-signature',
];
const RESPONSE_FAULTS: readonly ResponseFault[] = ['timeout-before', 'timeout-after', 'error-before', 'error-after'];
const KILLED_PARTS: readonly Part[] = ['payment', 'cart-order', 'catalog', 'content', 'gateway', 'rabbitmq'];

/** Scarce stock: each piece is shared by this many shoppers, and total stock is less than total demand. */
const SHOPPERS_PER_PIECE = 10;
const STOCK_OF_DEMAND = 0.8;
const HISTORIES_PER_KILL = 8;
/** Shoppers who want the same last piece, one history each. */
const RUSHERS = 3;
/** Share of histories during which staff edit one of the pieces. */
const EDITED_SHARE = 0.15;

/** Relative weights. */
const KINDS = {
  'buys and returns': 22,
  'closes the browser': 12,
  'returns again and again': 8,
  'webhook faults': 12,
  'declined, then paid': 8,
  'declined, then left': 3,
  'leaves before paying': 6,
  'cancels the checkout': 4,
  'cancels the checkout, then pays': 4,
  'pays after the expiry': 5,
  'pays twice': 4,
  'checks out again and pays both': 5,
  'adds more, checks out again and pays both at once': 4,
  'buys now beside the cart and pays both': 4,
  'buys the same now in two tabs': 3,
  'tries a new checkout while the payment is pending': 3,
  'the provider does not answer': 7,
  'captured later': 6,
  'cancels the order': 5,
  'staff cancel the order': 3,
  'staff refund in part': 7,
  'a refund fails later': 4,
  'disputes the payment': 5,
  'is refunded in the dashboard': 3,
  'rushes for the last piece': 4,
} as const;
export type Kind = keyof typeof KINDS;
const SUM_OF_KINDS = Object.values(KINDS).reduce((sum, weight) => sum + weight, 0);

/**
 * Everything that will be tried, decided by the seed alone: the same seed gives the same plan regardless of the
 * outcome.
 */
export function planOf({ seed, histories }: { seed: number; histories: number }): Plan {
  const random = seededRandom(seed);
  const randomUpTo = (max: number) => 1 + Math.floor(random() * max);
  const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  const chance = (of: number) => random() < of;
  const pieces = Math.max(3, Math.ceil(histories / SHOPPERS_PER_PIECE));

  const all: History[] = [];
  let rushes = 0;
  while (all.length < histories) {
    const kind = kindAt(random() * SUM_OF_KINDS);
    const isRush = kind === 'rushes for the last piece';
    const shoppers = isRush ? Math.min(RUSHERS, histories - all.length) : 1;
    const piece = pieces + rushes;
    if (isRush) rushes += 1;
    for (let one = 0; one < shoppers; one += 1) {
      const currency = oneOf(CURRENCIES);
      const steps = isRush ? rush(piece, shoppers) : withStaffEdit(stepsOf(kind, currency === 'INR'));
      all.push({ number: all.length + 1, kind, currency, steps });
    }
  }
  const demand = Array<number>(pieces).fill(0);
  for (const step of all.flatMap(({ steps }) => steps)) {
    const wanted = step.do === 'add' ? step : step.do === 'check out' ? step.buyNow : undefined;
    if (wanted) demand[wanted.piece]! += wanted.quantity;
  }
  const steps = all.reduce((sum, history) => sum + history.steps.length, 0);
  const transfers = transfersOf({ seed, histories, firstPiece: pieces + rushes });
  return {
    seed,
    stock: [
      ...demand.map((wanted) => Math.max(1, Math.round(wanted * STOCK_OF_DEMAND * (0.5 + random())))),
      ...Array<number>(rushes).fill(1),
      ...transfers.stock,
    ],
    histories: spreadOver(all, transfers.histories),
    incidents: incidentsOf(steps),
  };

  function rush(piece: number, shoppers: number): Step[] {
    return [
      { do: 'rush', piece, shoppers },
      { do: 'begin' },
      { do: 'pay', attempt: 0, how: 'success' },
      { do: 'return', attempt: 0, times: 1 },
      { do: 'await the order' },
    ];
  }

  function stepsOf(kind: Exclude<Kind, 'rushes for the last piece'>, rupees: boolean): Step[] {
    const pay = (attempt = 0, how: Paying = 'success', webhooks?: WebhookFault): Step => ({
      do: 'pay',
      attempt,
      how,
      ...(webhooks && { webhooks }),
    });
    const back = (attempt = 0, times = 1, fault?: ResponseFault): Step => ({
      do: 'return',
      attempt,
      times,
      ...(fault && { fault }),
    });
    const begin = (fault?: ResponseFault): Step => ({ do: 'begin', ...(fault && { fault }) });
    const bought: Step[] = [begin(), pay(), back(), { do: 'await the order' }];
    const checkedOut = freeze();
    switch (kind) {
      case 'buys and returns':
        return [...checkedOut, ...bought];
      case 'closes the browser':
        return [...checkedOut, begin(), pay(0, 'success', chance(0.4) ? 'never' : undefined)];
      case 'returns again and again':
        return [
          ...checkedOut,
          begin(),
          pay(0, 'success', oneOf(['twice', undefined])),
          back(0, 1 + randomUpTo(3)),
          back(),
        ];
      case 'webhook faults':
        return [...checkedOut, begin(), pay(0, 'success', oneOf(WEBHOOK_FAULTS)), ...(chance(0.5) ? [back()] : [])];
      case 'declined, then paid':
        // Another card in the same dialog, or a new payment.
        return [
          ...checkedOut,
          begin(),
          pay(0, 'declined'),
          back(),
          ...(chance(0.5) ? [begin(), pay(1), back(1)] : [pay(), back()]),
        ];
      case 'declined, then left':
        return [...checkedOut, begin(), pay(0, 'declined'), ...(chance(0.5) ? [back()] : [])];
      case 'leaves before paying':
        return chance(0.5) ? checkedOut : [...checkedOut, begin()];
      case 'cancels the checkout':
        return [...checkedOut, ...(chance(0.5) ? [begin()] : []), { do: 'cancel the checkout' }];
      case 'cancels the checkout, then pays':
        // The dialog was still open in another tab.
        return [...checkedOut, begin(), { do: 'cancel the checkout' }, pay(), ...(chance(0.7) ? [back()] : [])];
      case 'pays after the expiry':
        return [...checkedOut, begin(), { do: 'let it expire' }, pay(), ...(chance(0.7) ? [back()] : [])];
      case 'pays twice':
        return [
          ...checkedOut,
          begin(),
          begin(),
          pay(0),
          pay(1),
          back(oneOf([0, 1])),
          ...(chance(0.5) ? [back(0), back(1)] : []),
        ];
      case 'checks out again and pays both':
        // The second checkout replaced the first, whose dialog is still open.
        return [...checkedOut, begin(), checkedOut.at(-1)!, begin(), pay(0), pay(1), back(0), back(1)];
      case 'adds more, checks out again and pays both at once':
        // Lines that only the closed checkout had stay in the cart.
        return [
          add(),
          { do: 'check out' },
          begin(),
          add(),
          { do: 'check out' },
          begin(),
          ...(chance(0.5) ? [pay(0), pay(1)] : [pay(1), pay(0)]),
          { do: 'return with both' },
        ];
      case 'buys now beside the cart and pays both':
        return [
          add(),
          { do: 'check out' },
          begin(),
          { do: 'check out', buyNow: some() },
          begin(),
          ...(chance(0.5) ? [pay(0), pay(1)] : [pay(1), pay(0)]),
          ...(chance(0.5) ? [back(0), back(1)] : [{ do: 'return with both' } as const]),
        ];
      case 'buys the same now in two tabs': {
        const buyNow: Step = { do: 'check out', buyNow: some() };
        return [buyNow, begin(), buyNow, begin(), pay(1), pay(0), { do: 'return with both' }];
      }
      case 'tries a new checkout while the payment is pending':
        return [
          add(),
          { do: 'check out' },
          begin(),
          pay(0, rupees ? 'authorized late' : oneOf(['pending, then paid', 'pending, then not'])),
          back(),
          { do: 'check out' },
          begin(),
          pay(1),
          back(1),
        ];
      case 'disputes the payment':
        return [
          ...checkedOut,
          ...bought,
          { do: 'dispute', ...(chance(0.4) && { webhooks: oneOf(WEBHOOK_FAULTS) }) },
          ...oneOf<Step[]>([
            [],
            [{ do: 'cancel the order' }],
            [{ do: 'staff ship' }, { do: 'staff cancel' }],
            [{ do: 'staff refund', share: randomUpTo(9) / 10 }],
          ]),
          { do: 'decide the dispute', won: chance(0.5) },
          ...(chance(0.4) ? [{ do: 'staff cancel' } as const] : []),
        ];
      case 'is refunded in the dashboard':
        return [
          ...checkedOut,
          begin(),
          // The refund's webhooks may arrive before those of the payment.
          pay(0, 'success', oneOf(['late', 'an hour late', 'out-of-order', undefined])),
          ...(chance(0.6) ? [back(), { do: 'await the order' } as const] : []),
          {
            do: 'dashboard refund',
            share: randomUpTo(9) / 10,
            ...(chance(0.5) && { webhooks: oneOf(WEBHOOK_FAULTS) }),
          },
          { do: 'await the order' },
          oneOf<Step>([{ do: 'cancel the order' }, { do: 'staff cancel' }, { do: 'staff refund', share: 0.1 }]),
        ];
      case 'the provider does not answer':
        return [
          ...checkedOut,
          begin(chance(0.5) ? oneOf(RESPONSE_FAULTS) : undefined),
          pay(),
          back(0, 1, oneOf(RESPONSE_FAULTS)),
          { do: 'await the order' },
        ];
      case 'captured later':
        return [
          ...checkedOut,
          begin(),
          pay(0, rupees ? 'authorized late' : oneOf(['pending, then paid', 'pending, then not'])),
          back(),
        ];
      case 'cancels the order':
        return [
          ...checkedOut,
          ...bought,
          { do: 'cancel the order' },
          ...(chance(0.3) ? [{ do: 'cancel the order' } as const] : []),
        ];
      case 'staff cancel the order':
        return [
          ...checkedOut,
          ...bought,
          ...(chance(0.5) ? [{ do: 'staff ship' } as const] : []),
          { do: 'staff cancel' },
        ];
      case 'staff refund in part':
        return [
          ...checkedOut,
          ...bought,
          ...Array.from({ length: randomUpTo(2) }, (): Step => ({
            do: 'staff refund',
            share: randomUpTo(9) / 10,
            // Its webhook may repair what a lost response left open, or not.
            ...(chance(0.7) && { fault: oneOf(RESPONSE_FAULTS) }),
            ...(chance(0.6) && { webhooks: oneOf(WEBHOOK_FAULTS) }),
          })),
          ...(chance(0.5) ? [{ do: 'staff ship' } as const] : []),
        ];
      case 'a refund fails later':
        // A returned refund is paid out again, in full or in part.
        return [
          ...checkedOut,
          ...bought,
          { do: 'staff refund', share: randomUpTo(9) / 10, failsLater: true },
          ...(chance(0.7) ? [{ do: 'await the failure' } as const] : []),
          oneOf<Step>([
            { do: 'cancel the order' },
            { do: 'staff cancel' },
            { do: 'staff refund', share: randomUpTo(9) / 10 },
          ]),
        ];
    }
  }

  function some() {
    return { piece: Math.floor(random() * pieces), quantity: chance(0.75) ? 1 : randomUpTo(3) };
  }

  function add(): Step {
    return { do: 'add', ...some() };
  }

  /** Before one of the steps, of a piece that this shopper buys. */
  function withStaffEdit(steps: Step[]): Step[] {
    const pieceOf = (step: Step) =>
      step.do === 'add' ? step.piece : step.do === 'check out' ? step.buyNow?.piece : undefined;
    const piece = steps.map(pieceOf).find((one) => one !== undefined);
    if (piece === undefined || !chance(EDITED_SHARE)) return steps;
    const edit = oneOf<StaffEdit>([{ price: 90 + randomUpTo(20) }, { stock: randomUpTo(2) }, { withdraw: true }]);
    return steps.toSpliced(randomUpTo(steps.length - 1), 0, { do: 'staff edit', piece, edit });
  }

  /** One or two pieces through the cart, or one by buy now, possibly with a cart that must stay untouched. */
  function freeze(): Step[] {
    if (chance(0.4)) return [...(chance(0.3) ? [add()] : []), { do: 'check out', buyNow: some() }];
    return [add(), ...(chance(0.4) ? [add()] : []), { do: 'check out' }];
  }

  function incidentsOf(steps: number): Incident[] {
    const kills = Math.ceil(histories / HISTORIES_PER_KILL);
    // Kills are spread evenly over the parts, in a seeded order.
    const incidents = Array.from({ length: kills }, (_, index): Incident => ({
      afterSteps: Math.floor(random() * steps),
      kill: KILLED_PARTS[index % KILLED_PARTS.length]!,
      downMs: Math.floor(random() * 2_000),
    }));
    for (let which = 0; which < Math.ceil(kills / 3); which++) {
      const razorpayCaptures = which % 2 === 0 ? 'manual' : 'automatic';
      incidents.push({ afterSteps: Math.floor(random() * steps), razorpayCaptures });
    }
    return incidents.sort((one, other) => one.afterSteps - other.afterSteps);
  }
}

/** Puts `more` between the items of `all`, evenly. */
function spreadOver<T>(all: readonly T[], more: readonly T[]): T[] {
  const place = (index: number, of: readonly T[]) => (index + 1) / of.length;
  const placed = [all, more].flatMap((items) => items.map((item, index) => ({ item, at: place(index, items) })));
  return placed.sort((one, other) => one.at - other.at).map(({ item }) => item);
}

function kindAt(point: number): Kind {
  let left = point;
  for (const [kind, weight] of Object.entries(KINDS)) {
    left -= weight;
    if (left < 0) return kind as Kind;
  }
  return 'buys and returns';
}

/** A history in one line. */
export const historyText = ({ number, kind, currency, steps }: History): string =>
  `#${number} ${kind}, ${currency}: ${steps.map(stepText).join('; ')}`;

export function planText({ seed, stock, histories, incidents }: Plan): string {
  return [
    `seed ${seed}: ${histories.length} histories, ${stock.length} pieces with a stock of ${stock.join(', ')}`,
    ...histories.map(historyText),
    ...incidents.map((incident) =>
      'kill' in incident
        ? `after ${incident.afterSteps} steps ${incident.kill} is killed, and restarted ${incident.downMs} ms later`
        : `after ${incident.afterSteps} steps Razorpay captures ${incident.razorpayCaptures}`,
    ),
  ].join('\n');
}
