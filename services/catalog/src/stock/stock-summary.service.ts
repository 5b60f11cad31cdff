import { Injectable } from '@nestjs/common';
import {
  type AnswerInputOf,
  type catalog,
  endOfShopDay,
  type Period,
  periodBefore,
  type QueryOf,
  startOfShopDay,
} from '@shop/contracts';
import { StockSummaryRepository } from './stock-summary.repository.ts';
import { stockSummaryOf } from './stock-summary.rules.ts';

const endOf = ({ to }: Period) => ({ day: to, until: endOfShopDay(to) });

/** What the dashboard says of the stock. */
@Injectable()
export class StockSummaryService {
  constructor(private readonly stock: StockSummaryRepository) {}

  async of({
    against,
    ...days
  }: QueryOf<typeof catalog.summarizeStock>): Promise<AnswerInputOf<typeof catalog.summarizeStock>> {
    const from = startOfShopDay(days.from);
    const [period, before] = [endOf(days), endOf(periodBefore(days, against))];
    const { products, moved } = await this.stock.read({ from, untilPeriod: period.until, untilBefore: before.until });
    return stockSummaryOf(products, moved, { from, period, before });
  }
}
