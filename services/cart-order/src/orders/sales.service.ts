import { Injectable } from '@nestjs/common';
import {
  type AnswerInputOf,
  type cartOrder,
  endOfShopDay,
  type Period,
  periodBefore,
  type QueryOf,
  rupeesFrom,
  startOfShopDay,
} from '@shop/contracts';
import { salesOf } from './sales.rules.ts';
import { SalesRepository, type Span } from './sales.repository.ts';

const MOST_BEST = 10;

const spanOf = ({ from, to }: Period): Span => ({
  from: startOfShopDay(from),
  until: endOfShopDay(to),
});

/** The figures of the dashboard. */
@Injectable()
export class SalesService {
  constructor(private readonly sales: SalesRepository) {}

  async of({
    against,
    ...period
  }: QueryOf<typeof cartOrder.summarizeSales>): Promise<AnswerInputOf<typeof cartOrder.summarizeSales>> {
    const [sales, before, best] = await Promise.all([
      this.#salesOf(period),
      this.#salesOf(periodBefore(period, against)),
      this.sales.best(spanOf(period), MOST_BEST),
    ]);
    return { ...sales, before, best: best.map(({ paise, ...piece }) => ({ ...piece, amount: rupeesFrom(paise) })) };
  }

  async #salesOf(period: Period) {
    const span = spanOf(period);
    const [ordered, refunded] = await Promise.all([this.sales.ordered(span), this.sales.refunded(span)]);
    return salesOf(period, ordered, refunded);
  }
}
