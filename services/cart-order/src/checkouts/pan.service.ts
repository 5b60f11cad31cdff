import { Injectable } from '@nestjs/common';
import { currencyFormat, panOfGstin, rupeesFrom, shopDayOf, startOfShopDay } from '@shop/contracts';
import { Clock, Failure } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { OrdersRepository } from '../orders/orders.repository.ts';
import type { Checkout } from './checkout.schema.ts';
import { CheckoutsRepository, competes } from './checkouts.repository.ts';
import { boughtOnDay, type Counted, isCounted, isPanNeeded } from './pan.rules.ts';

/** A purchase as it would be frozen; the order of a limited session joins an account. */
type Bought = Counted & Pick<Checkout, 'userId' | 'joins' | 'source' | 'lines'>;

/** Whether a buyer has to name a PAN: all purchases of a day are one. */
@Injectable()
export class PanService {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly checkouts: CheckoutsRepository,
    private readonly clock: Clock,
  ) {}

  async isNeeded(bought: Bought, abovePaise: number, session?: ClientSession): Promise<boolean> {
    if (!isCounted(bought)) return false;
    if (isPanNeeded(bought, 0, abovePaise)) return true;
    const account = bought.joins ?? bought.userId;
    const now = this.clock.now();
    const orders = await this.orders.boughtSince(account, startOfShopDay(shopDayOf(now)), session);
    const live = await this.checkouts.liveOfBuyer([...new Set([account, bought.userId])], session);
    // Those that it competes with never become an order beside it.
    const underWay = live.filter((one) => one.userId !== bought.userId || !competes(one, bought));
    return isPanNeeded(bought, boughtOnDay(orders, underWay, now), abovePaise);
  }

  /** What is kept of it with a purchase. @throws Failure `checkout.pan-needed` */
  async declared(
    bought: Bought & Pick<Checkout, 'business'>,
    { pan, noPan }: { pan?: string | undefined; noPan?: boolean | undefined },
    abovePaise: number,
    session: ClientSession,
  ): Promise<Pick<Checkout, 'pan' | 'noPan'>> {
    if (!(await this.isNeeded(bought, abovePaise, session))) return {};
    if (bought.business) return { pan: panOfGstin(bought.business.gstin) };
    if (pan !== undefined) return { pan };
    if (noPan) return { noPan };
    const sum = currencyFormat('INR', 'short').format(rupeesFrom(abovePaise));
    throw new Failure('checkout.pan-needed', {
      errors: { pan: `PAN is required: your purchases of today are above ${sum}` },
    });
  }
}
