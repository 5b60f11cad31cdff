import { Controller } from '@nestjs/common';
import { cartOrder, type DataOf, type EventOf } from '@shop/contracts';
import { type EventContext, OnEvent, work } from '@shop/service-kit';
import { AttentionService } from './attention.service.ts';

type Withdrawn = DataOf<typeof cartOrder.orderWithdrawn>;

/** The buyer waits for money; of an order that was cancelled with it, that is on its way. */
@Controller()
export class ListWithdrawalWhenOrderWithdrawn {
  constructor(private readonly attention: AttentionService) {}

  @OnEvent(cartOrder.orderWithdrawn, work('list-withdrawal-when-order-withdrawn'))
  async handle({ id, data }: EventOf<typeof cartOrder.orderWithdrawn>, { session }: EventContext): Promise<void> {
    if (data.isCancelled) return;
    const { orderId, provider, providerPaymentId, amount, currency } = data;
    await this.attention.raise(
      {
        key: `order-withdrawn/${id}`,
        ...{ provider, providerPaymentId, amount, currency, checkoutId: orderId },
        reason: 'order-withdrawn',
        message: messageOf(data),
      },
      session,
    );
  }
}

function messageOf({ lines }: Withdrawn): string {
  const named = (hasLeft: boolean) =>
    lines
      .filter((line) => line.hasLeft === hasLeft)
      .map(({ quantity, name }) => `${quantity} × ${name}`)
      .join(', ');
  const [sent, kept] = [named(true), named(false)];
  return [
    'The buyer, who is in the EU, withdrew from the contract.',
    ...(kept ? [`Do not send ${kept}, and pay it back within 14 days.`] : []),
    ...(sent ? [`Pay ${sent} back once it is here or its buyer shows that it was sent back.`] : []),
  ].join(' ');
}
