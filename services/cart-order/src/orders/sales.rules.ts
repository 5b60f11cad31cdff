import { type AnswerInputOf, type cartOrder, daysAfter, lengthOf, type Period, rupeesFrom } from '@shop/contracts';

/** What was ordered on a day, by the day. */
export interface OrderedOn {
  day: string;
  orders: number;
  pieces: number;
  paise: number;
}

/** What of it was asked back on a day, by the day. */
export interface RefundedOn {
  day: string;
  paise: number;
}

type Sales = AnswerInputOf<typeof cartOrder.summarizeSales>['before'];

/** The sales of a period, of what was ordered and refunded on its days. */
export function salesOf(period: Period, ordered: readonly OrderedOn[], refunded: readonly RefundedOn[]): Sales {
  const orderedOn = new Map(ordered.map((one) => [one.day, one]));
  const refundedOn = new Map(refunded.map(({ day, paise }) => [day, paise]));
  const days = Array.from({ length: lengthOf(period) }, (_, index) => {
    const day = daysAfter(period.from, index);
    const { orders = 0, pieces = 0, paise: gross = 0 } = orderedOn.get(day) ?? {};
    return { day, orders, pieces, gross, refunds: refundedOn.get(day) ?? 0 };
  });
  const total = { orders: 0, pieces: 0, gross: 0, refunds: 0 };
  for (const { day: _, ...figures } of days) {
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += figures[name];
  }
  return {
    ...period,
    days: days.map(({ day, ...figures }) => ({ day, ...inRupees(figures) })),
    totals: {
      ...inRupees(total),
      average: total.orders > 0 ? rupeesFrom(Math.round(total.gross / total.orders)) : null,
    },
  };
}

const inRupees = ({
  orders,
  pieces,
  gross,
  refunds,
}: Omit<OrderedOn, 'day' | 'paise'> & Record<'gross' | 'refunds', number>) => ({
  orders,
  pieces,
  gross: rupeesFrom(gross),
  refunds: rupeesFrom(refunds),
  net: rupeesFrom(gross - refunds),
});
