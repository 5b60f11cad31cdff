import { Inject, Injectable, Logger } from '@nestjs/common';
import { type BodyOf, cartOrder } from '@shop/contracts';
import { Clock, CONFIG, Failure, openLink, Outbox, Transactions } from '@shop/service-kit';
import { Identity } from '../clients/identity.ts';
import type { Config } from '../variables.ts';
import type { Order } from './order.schema.ts';
import { OrdersRepository } from './orders.repository.ts';

/** Orders for those without a session: by the link of a mail, which can be asked for. */
@Injectable()
export class OrderLinksService {
  readonly #logger = new Logger(OrderLinksService.name);

  constructor(
    private readonly orders: OrdersRepository,
    private readonly identity: Identity,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Failure `order.link-invalid` */
  async open(link: string): Promise<Order> {
    const id = openLink('order', link, this.config.ORDER_LINK_KEY, this.clock.millis());
    const order = id === undefined ? null : await this.orders.byId(id);
    // Of a deleted account nothing is shown any more.
    if (!order || order.sealedAt) throw new Failure('order.link-invalid');
    return order;
  }

  /** Mails the link to the buyer, where there is such an order. The time that it takes tells nothing of that. */
  async request({ number, email }: BodyOf<typeof cartOrder.findOrder>): Promise<void> {
    const userIds = await this.identity.accountsWith(email);
    const orderIds = await this.orders.idsByNumber(number.replace('#', '').toLowerCase(), userIds);
    for (const orderId of orderIds) {
      this.#mail(orderId).catch((error: unknown) => this.#logger.error('A link to an order was not mailed', error));
    }
  }

  #mail(orderId: string): Promise<void> {
    const now = this.clock.now();
    const before = new Date(now.getTime() - this.config.ORDER_LINK_PAUSE);
    return this.transactions.run(async (session) => {
      const userId = await this.orders.markLinkMailed(orderId, { now, before }, session);
      if (userId === undefined) return;
      await this.outbox.publish(session, cartOrder.orderLinkRequested, { key: orderId, data: { orderId, userId } });
    });
  }
}
