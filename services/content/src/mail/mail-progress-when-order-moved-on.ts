import { Controller } from '@nestjs/common';
import { cartOrder, type EventOf } from '@shop/contracts';
import { OnEvent, work } from '@shop/service-kit';
import { MailsService } from './mails.service.ts';

@Controller()
export class MailProgressWhenOrderMovedOn {
  constructor(private readonly mails: MailsService) {}

  @OnEvent(cartOrder.orderStatusChanged, work('mail-progress-when-order-moved-on', { idempotent: true }))
  async handle(event: EventOf<typeof cartOrder.orderStatusChanged>): Promise<void> {
    const { orderId, mailAfter, takesBack } = event.data;
    // One topic per order: a late "on its way" is not sent after "delivered". Of a parcel, the mail of the next one tells too.
    const topic = `progress of ${orderId}`;
    await (takesBack
      ? this.mails.withdraw('order-moved-on', { ...event, id: takesBack }, topic)
      : this.mails.queue('order-moved-on', event, topic, mailAfter === undefined ? undefined : new Date(mailAfter)));
  }
}
