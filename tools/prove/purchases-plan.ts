import type { Currency } from './buyer.ts';
import type { Part } from './own-shop.ts';
import { seededRandom } from './seeded.ts';

/** How a provider's webhooks of one payment come, where not as they should. */
export type Mood = 'late' | 'an hour late' | 'twice' | 'never' | 'out-of-order' | 'wrong-signature';

/** An answer of a provider that does not come: before or after it had its effect. */
export type Trouble = 'timeout-before' | 'timeout-after' | 'error-before' | 'error-after';

/**
 * How a buyer pays. Of Razorpay: `declined`, `authorized late` (declined first). Of PayPal: `declined`, `pending, then
 * paid` and `pending, then not` (the money is a bank's to give).
 */
export type Paying = 'success' | 'declined' | 'authorized late' | 'pending, then paid' | 'pending, then not';

/** `attempt`: which of the payments that this shopper began; 0 is the first. */
export type Step =
  | { do: 'add'; piece: number; quantity: number }
  | { do: 'check out'; buyNow?: { piece: number; quantity: number } }
  | { do: 'begin'; trouble?: Trouble }
  | { do: 'pay'; attempt: number; how: Paying; webhooks?: Mood }
  | { do: 'return'; attempt: number; times: number; trouble?: Trouble }
  | { do: 'await the order' }
  | { do: 'give the checkout up' }
  | { do: 'let it expire' }
  | { do: 'cancel the order' }
  | { do: 'staff ship' }
  | { do: 'staff cancel' }
  /** `failsLater`: it comes back after the provider said that it was paid out. */
  | { do: 'staff refund'; share: number; failsLater?: true }
  | { do: 'await the failure' };

export interface History {
  /** From 1. */
  number: number;
  /** Why it was made, for people. */
  kind: Kind;
  currency: Currency;
  steps: Step[];
}

/** What happens to the world when so many steps of all shoppers together have begun. */
export type Incident = { afterSteps: number } & (
  | { kill: Part; downMs: number }
  /** How the shop's account at Razorpay takes the money of orders that do not say: at once, or only when it is told to. */
  | { razorpayCaptures: 'automatic' | 'manual' }
);

export interface Plan {
  seed: number;
  /** How many there are of each piece at first. */
  stock: number[];
  histories: History[];
  incidents: Incident[];
}

const CURRENCIES: readonly Currency[] = ['INR', 'INR', 'INR', 'USD', 'EUR', 'GBP', 'JPY'];
const MOODS: readonly Mood[] = ['late', 'an hour late', 'twice', 'never', 'out-of-order', 'wrong-signature'];
const TROUBLES: readonly Trouble[] = ['timeout-before', 'timeout-after', 'error-before', 'error-after'];
const VICTIMS: readonly Part[] = ['payment', 'cart-order', 'catalog', 'content', 'gateway', 'rabbitmq'];

/** One piece for so many shoppers, and of all pieces together fewer than they want. */
const SHOPPERS_PER_PIECE = 10;
const STOCK_OF_DEMAND = 0.8;
const HISTORIES_PER_KILL = 8;

/** How often each comes, of their sum. */
const KINDS = {
  'buys and returns': 22,
  'closes the browser': 12,
  'returns again and again': 8,
  'webhooks go astray': 12,
  'declined, then paid': 8,
  'declined, then gone': 3,
  'leaves before paying': 6,
  'gives up': 4,
  'gives up and pays after all': 4,
  'pays after the expiry': 5,
  'pays twice': 4,
  'checks out again and pays both': 3,
  'the provider does not answer': 7,
  'the money comes later': 6,
  'cancels the order': 5,
  'staff cancel the order': 3,
  'staff pay back in part': 4,
  'a refund fails later': 4,
} as const;
export type Kind = keyof typeof KINDS;
const SUM_OF_KINDS = Object.values(KINDS).reduce((sum, weight) => sum + weight, 0);

/** Everything that will be tried, decided by the seed alone: the same seed is the same plan, whatever then comes of it. */
export function planOf({ seed, histories }: { seed: number; histories: number }): Plan {
  const random = seededRandom(seed);
  const upTo = (most: number) => 1 + Math.floor(random() * most);
  const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  const chance = (of: number) => random() < of;
  const pieces = Math.max(3, Math.ceil(histories / SHOPPERS_PER_PIECE));

  const made = Array.from({ length: histories }, (_, index): History => {
    const kind = kindAt(random() * SUM_OF_KINDS);
    const currency = oneOf(CURRENCIES);
    return { number: index + 1, kind, currency, steps: stepsOf(kind, currency === 'INR') };
  });
  const demand = Array<number>(pieces).fill(0);
  for (const step of made.flatMap(({ steps }) => steps)) {
    const wanted = step.do === 'add' ? step : step.do === 'check out' ? step.buyNow : undefined;
    if (wanted) demand[wanted.piece]! += wanted.quantity;
  }
  const steps = made.reduce((sum, history) => sum + history.steps.length, 0);
  return {
    seed,
    stock: demand.map((wanted) => Math.max(1, Math.round(wanted * STOCK_OF_DEMAND * (0.5 + random())))),
    histories: made,
    incidents: incidentsOf(steps),
  };

  function stepsOf(kind: Kind, rupees: boolean): Step[] {
    const pay = (attempt = 0, how: Paying = 'success', webhooks?: Mood): Step => ({
      do: 'pay',
      attempt,
      how,
      ...(webhooks && { webhooks }),
    });
    const back = (attempt = 0, times = 1, trouble?: Trouble): Step => ({
      do: 'return',
      attempt,
      times,
      ...(trouble && { trouble }),
    });
    const begin = (trouble?: Trouble): Step => ({ do: 'begin', ...(trouble && { trouble }) });
    const bought: Step[] = [begin(), pay(), back(), { do: 'await the order' }];
    const frozen = freeze();
    switch (kind) {
      case 'buys and returns':
        return [...frozen, ...bought];
      case 'closes the browser':
        return [...frozen, begin(), pay(0, 'success', chance(0.4) ? 'never' : undefined)];
      case 'returns again and again':
        return [...frozen, begin(), pay(0, 'success', oneOf(['twice', undefined])), back(0, 1 + upTo(3)), back()];
      case 'webhooks go astray':
        return [...frozen, begin(), pay(0, 'success', oneOf(MOODS)), ...(chance(0.5) ? [back()] : [])];
      case 'declined, then paid':
        // Another card in the same dialog, or paying begun anew.
        return [
          ...frozen,
          begin(),
          pay(0, 'declined'),
          back(),
          ...(chance(0.5) ? [begin(), pay(1), back(1)] : [pay(), back()]),
        ];
      case 'declined, then gone':
        return [...frozen, begin(), pay(0, 'declined'), ...(chance(0.5) ? [back()] : [])];
      case 'leaves before paying':
        return chance(0.5) ? frozen : [...frozen, begin()];
      case 'gives up':
        return [...frozen, ...(chance(0.5) ? [begin()] : []), { do: 'give the checkout up' }];
      case 'gives up and pays after all':
        // The dialog was still open in another tab.
        return [...frozen, begin(), { do: 'give the checkout up' }, pay(), ...(chance(0.7) ? [back()] : [])];
      case 'pays after the expiry':
        return [...frozen, begin(), { do: 'let it expire' }, pay(), ...(chance(0.7) ? [back()] : [])];
      case 'pays twice':
        return [
          ...frozen,
          begin(),
          begin(),
          pay(0),
          pay(1),
          back(oneOf([0, 1])),
          ...(chance(0.5) ? [back(0), back(1)] : []),
        ];
      case 'checks out again and pays both':
        // The second checkout took the place of the first, whose dialog is still open.
        return [...frozen, begin(), frozen.at(-1)!, begin(), pay(0), pay(1), back(0), back(1)];
      case 'the provider does not answer':
        return [
          ...frozen,
          begin(chance(0.5) ? oneOf(TROUBLES) : undefined),
          pay(),
          back(0, 1, oneOf(TROUBLES)),
          { do: 'await the order' },
        ];
      case 'the money comes later':
        return [
          ...frozen,
          begin(),
          pay(0, rupees ? 'authorized late' : oneOf(['pending, then paid', 'pending, then not'])),
          back(),
        ];
      case 'cancels the order':
        return [
          ...frozen,
          ...bought,
          { do: 'cancel the order' },
          ...(chance(0.3) ? [{ do: 'cancel the order' } as const] : []),
        ];
      case 'staff cancel the order':
        return [...frozen, ...bought, ...(chance(0.5) ? [{ do: 'staff ship' } as const] : []), { do: 'staff cancel' }];
      case 'staff pay back in part':
        return [
          ...frozen,
          ...bought,
          ...Array.from({ length: upTo(2) }, (): Step => ({ do: 'staff refund', share: upTo(9) / 10 })),
          ...(chance(0.5) ? [{ do: 'staff ship' } as const] : []),
        ];
      case 'a refund fails later':
        // What came back is paid out anew: all of it, or a part.
        return [
          ...frozen,
          ...bought,
          { do: 'staff refund', share: upTo(9) / 10, failsLater: true },
          ...(chance(0.7) ? [{ do: 'await the failure' } as const] : []),
          oneOf<Step>([
            { do: 'cancel the order' },
            { do: 'staff cancel' },
            { do: 'staff refund', share: upTo(9) / 10 },
          ]),
        ];
    }
  }

  /** One or two pieces into the cart, or one by buy now, perhaps with something in the cart that has to stay there. */
  function freeze(): Step[] {
    const some = () => ({ piece: Math.floor(random() * pieces), quantity: chance(0.75) ? 1 : upTo(3) });
    const add = (): Step => ({ do: 'add', ...some() });
    if (chance(0.4)) return [...(chance(0.3) ? [add()] : []), { do: 'check out', buyNow: some() }];
    return [add(), ...(chance(0.4) ? [add()] : []), { do: 'check out' }];
  }

  function incidentsOf(steps: number): Incident[] {
    const kills = Math.ceil(histories / HISTORIES_PER_KILL);
    // Each part dies equally often, in an order of the seed's.
    const incidents = Array.from({ length: kills }, (_, index): Incident => ({
      afterSteps: Math.floor(random() * steps),
      kill: VICTIMS[index % VICTIMS.length]!,
      downMs: Math.floor(random() * 2_000),
    }));
    for (let which = 0; which < Math.ceil(kills / 3); which++) {
      const razorpayCaptures = which % 2 === 0 ? 'manual' : 'automatic';
      incidents.push({ afterSteps: Math.floor(random() * steps), razorpayCaptures });
    }
    return incidents.sort((one, other) => one.afterSteps - other.afterSteps);
  }
}

function kindAt(point: number): Kind {
  let left = point;
  for (const [kind, weight] of Object.entries(KINDS)) {
    left -= weight;
    if (left < 0) return kind as Kind;
  }
  return 'buys and returns';
}

/** One line for people: `add 2 of piece 3`. */
export function stepText(step: Step): string {
  switch (step.do) {
    case 'add':
      return `add ${step.quantity} of piece ${step.piece}`;
    case 'check out':
      return step.buyNow ? `buy now ${step.buyNow.quantity} of piece ${step.buyNow.piece}` : 'check the cart out';
    case 'begin':
      return `begin to pay${step.trouble ? ` (${step.trouble})` : ''}`;
    case 'pay':
      return `pay #${step.attempt}: ${step.how}${step.webhooks ? `, webhooks ${step.webhooks}` : ''}`;
    case 'return':
      return `return #${step.attempt}${step.times > 1 ? ` ${step.times} times at once` : ''}${step.trouble ? ` (${step.trouble})` : ''}`;
    case 'staff refund':
      return `staff refund ${step.share * 100} %${step.failsLater ? ', which fails later' : ''}`;
    default:
      return step.do;
  }
}

/** A history in a line. */
export const historyText = ({ number, kind, currency, steps }: History): string =>
  `#${number} ${kind}, ${currency}: ${steps.map(stepText).join('; ')}`;

export function planText({ seed, stock, histories, incidents }: Plan): string {
  return [
    `seed ${seed}: ${histories.length} histories, ${stock.length} pieces with a stock of ${stock.join(', ')}`,
    ...histories.map(historyText),
    ...incidents.map((incident) =>
      'kill' in incident
        ? `after ${incident.afterSteps} steps ${incident.kill} is killed and started again ${incident.downMs} ms later`
        : `after ${incident.afterSteps} steps Razorpay captures ${incident.razorpayCaptures}`,
    ),
  ].join('\n');
}
