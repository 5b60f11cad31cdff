import { Controller } from '@nestjs/common';
import { cartOrder, catalog, type EventOf, moneyText, payment } from '@shop/contracts';
import { type EventContext, OnEvent, work } from '@shop/service-kit';
import { NoticesService } from './notices.service.ts';

const HANDLER = work('tell-staff-when-something-happened');

type Dispute = EventOf<typeof payment.disputeChanged>['data'];

/** As the shop shows it: the last six characters of the id. */
const numberOf = (orderId: string): string => `#${orderId.slice(-6).toUpperCase()}`;

const DISPUTES: Record<Dispute['status'], string> = {
  open: 'New dispute',
  'under-review': 'A dispute is being reviewed',
  won: 'A dispute is won',
  lost: 'A dispute is lost',
  closed: 'A dispute is closed',
};

/** Nothing of it names a buyer: a notice stays when the account is deleted. */
@Controller()
export class TellStaffWhenSomethingHappened {
  constructor(private readonly notices: NoticesService) {}

  @OnEvent(cartOrder.orderCreated, HANDLER)
  async ordered(event: EventOf<typeof cartOrder.orderCreated>, { session }: EventContext): Promise<void> {
    const { orderId, total, currency } = event.data;
    const amount = total !== undefined && currency ? `: ${moneyText(total, currency)}` : '';
    const text = `New order ${numberOf(orderId)}${amount}`;
    await this.notices.tell(event, { kind: 'order', recordId: orderId, text }, session);
  }

  @OnEvent(payment.disputeChanged, HANDLER)
  async disputed(event: EventOf<typeof payment.disputeChanged>, { session }: EventContext): Promise<void> {
    const { checkoutId, status, amount, currency } = event.data;
    const about = amount === null ? 'the payment' : moneyText(amount, currency);
    const text = `${DISPUTES[status]}: ${about} for ${numberOf(checkoutId)}`;
    await this.notices.tell(event, { kind: 'dispute', recordId: checkoutId, text }, session);
  }

  @OnEvent(catalog.stockRanLow, HANDLER)
  async ranLow(event: EventOf<typeof catalog.stockRanLow>, { session }: EventContext): Promise<void> {
    const { productId, productGroup, name, stock } = event.data;
    const left = stock === 0 ? 'none left' : stock === 1 ? '1 piece left' : `${stock} pieces left`;
    const text = `${name} (${productGroup}): ${left}`;
    await this.notices.tell(event, { kind: 'low-stock', recordId: productId, text }, session);
  }
}
