import { Header, Inject } from '@nestjs/common';
import { cartOrder, holds } from '@shop/contracts';
import {
  ContractController,
  Clock,
  CONFIG,
  ValidatedInput,
  Idempotency,
  type Input,
  Route,
  type Session,
} from '@shop/service-kit';
import type { Config } from '../variables.ts';
import type { Order } from './order.schema.ts';
import { linkedViewOf, viewOf } from './order.view.ts';
import { OrderLinksService } from './order-links.service.ts';
import { OrdersService } from './orders.service.ts';
import { OwnOrdersService } from './own-orders.service.ts';
import { RefundsService } from './refunds.service.ts';
import { SalesService } from './sales.service.ts';
import { ShipmentsService } from './shipments.service.ts';
import { StaffOrdersService } from './staff-orders.service.ts';

@ContractController()
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly own: OwnOrdersService,
    private readonly forStaff: StaffOrdersService,
    private readonly shipments: ShipmentsService,
    private readonly refunds: RefundsService,
    private readonly sales: SalesService,
    private readonly links: OrderLinksService,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Route(cartOrder.awaitOrder)
  async await(@ValidatedInput() { session, body }: Input<typeof cartOrder.awaitOrder>) {
    return this.#viewOf(session, await this.orders.awaitOf(session.userId, body.paymentInfo.id));
  }

  @Route(cartOrder.getOrder)
  async get(@ValidatedInput() { session, params }: Input<typeof cartOrder.getOrder>) {
    return this.#viewOf(session, await this.orders.get(session, params.id));
  }

  @Header('cache-control', 'private, no-store')
  @Route(cartOrder.getOrderByLink)
  async byLink(@ValidatedInput() { params }: Input<typeof cartOrder.getOrderByLink>) {
    const { order } = this.#viewFor(await this.links.open(params.link), { forStaff: false });
    return { order: linkedViewOf(order) };
  }

  @Route(cartOrder.findOrder)
  async find(@ValidatedInput() { body }: Input<typeof cartOrder.findOrder>) {
    await this.links.request(body);
    return { isAsked: true as const };
  }

  @Route(cartOrder.listMyOrders)
  async mine(@ValidatedInput() { session, query }: Input<typeof cartOrder.listMyOrders>) {
    return this.#pageOf(session, await this.orders.ofUser(session.userId, query));
  }

  @Route(cartOrder.cancelOrder)
  async cancel(@ValidatedInput() { session, params }: Input<typeof cartOrder.cancelOrder>) {
    return this.#viewOf(session, await this.own.cancel(session.userId, params.id));
  }

  @Route(cartOrder.withdrawFromOrder)
  withdraw(@ValidatedInput() input: Input<typeof cartOrder.withdrawFromOrder>) {
    const { session, params, body } = input;
    return this.idempotency.once(input, async (transaction) =>
      this.#viewOf(session, await this.own.withdraw(session.userId, params.id, body, transaction)),
    );
  }

  @Route(cartOrder.listOrders)
  async list(@ValidatedInput() { session, query }: Input<typeof cartOrder.listOrders>) {
    const { isMore, ...found } = await this.orders.all(query);
    return { ...(await this.#pageOf(session, found)), ...(isMore && { isMore: true as const }) };
  }

  @Route(cartOrder.summarizeOrders)
  summarize() {
    return this.orders.summary();
  }

  @Route(cartOrder.summarizeSales)
  summarizeSales(@ValidatedInput() { query }: Input<typeof cartOrder.summarizeSales>) {
    return this.sales.of(query);
  }

  @Route(cartOrder.listOrdersToPick)
  async toPick(@ValidatedInput() { session, query }: Input<typeof cartOrder.listOrdersToPick>) {
    return this.#pageOf(session, await this.orders.toPick(query));
  }

  @Route(cartOrder.summarizeBuyer)
  buyer(@ValidatedInput() { params }: Input<typeof cartOrder.summarizeBuyer>) {
    return this.orders.buyer(params.userId);
  }

  @Route(cartOrder.changeOrderStatus)
  async changeStatus(@ValidatedInput() { session, params, body }: Input<typeof cartOrder.changeOrderStatus>) {
    return this.#viewOf(session, await this.forStaff.changeStatus(session, params.id, body));
  }

  @Route(cartOrder.setForm97Received)
  async setForm97(@ValidatedInput() { session, params, body }: Input<typeof cartOrder.setForm97Received>) {
    return this.#viewOf(session, await this.forStaff.setForm97(session, params.id, body.isReceived));
  }

  @Route(cartOrder.takeOrder)
  async take(@ValidatedInput() { session, params, body }: Input<typeof cartOrder.takeOrder>) {
    return this.#viewOf(session, await this.forStaff.take(session, params.id, body));
  }

  @Route(cartOrder.takeStatusBack)
  async takeStatusBack(@ValidatedInput() { session, params, body }: Input<typeof cartOrder.takeStatusBack>) {
    return this.#viewOf(session, await this.forStaff.takeStatusBack(session, params.id, body.status));
  }

  @Route(cartOrder.addShipment)
  ship(@ValidatedInput() input: Input<typeof cartOrder.addShipment>) {
    const { session, params, body } = input;
    return this.idempotency.once(input, async (transaction) =>
      this.#viewOf(session, await this.shipments.ship(session, params.id, body, transaction)),
    );
  }

  @Route(cartOrder.changeShipment)
  async correctShipment(@ValidatedInput() { session, params, body, version }: Input<typeof cartOrder.changeShipment>) {
    const { id, shipmentId } = params;
    return this.#viewOf(session, await this.shipments.correct(session, id, shipmentId, body, version));
  }

  @Route(cartOrder.setShipmentDelivered)
  async setShipmentDelivered(@ValidatedInput() input: Input<typeof cartOrder.setShipmentDelivered>) {
    const { session, params, body } = input;
    const { id, shipmentId } = params;
    return this.#viewOf(session, await this.shipments.setDelivered(session, id, shipmentId, body.isDelivered));
  }

  @Route(cartOrder.refundOrder)
  refund(@ValidatedInput() input: Input<typeof cartOrder.refundOrder>) {
    const { session, params, body } = input;
    return this.idempotency.once(input, async (transaction) =>
      this.#viewOf(session, await this.refunds.refundPart(session, params.id, body, transaction)),
    );
  }

  async #viewOf(reader: Session, order: Order) {
    const [shown] = await this.#viewsOf(reader, [order], { panInFull: holds(reader.permissions, 'orders.read') });
    return { order: shown! };
  }

  async #pageOf(reader: Session, { orders, totalCount }: { orders: Order[]; totalCount: number }) {
    return { orders: await this.#viewsOf(reader, orders), totalCount };
  }

  async #viewsOf({ permissions, userId, joins }: Session, orders: Order[], as: { panInFull?: boolean } = {}) {
    const forStaff = holds(permissions, 'orders.read');
    const names = forStaff ? await this.orders.namesOf(orders) : undefined;
    return orders.map((order) => {
      const { order: shown } = this.#viewFor(order, { ...as, forStaff, ...(names && { names }) });
      // A limited session does not learn whose account it is.
      return joins === undefined ? shown : { ...shown, userId };
    });
  }

  #viewFor(order: Order, as: { forStaff: boolean; panInFull?: boolean; names?: ReadonlyMap<string, string> }) {
    const { ORDER_CANCEL_WITHIN: cancelWithinMs, ORDER_WITHDRAW_WITHIN: withdrawWithinMs } = this.config;
    return { order: viewOf(order, { cancelWithinMs, withdrawWithinMs, nowMs: this.clock.millis(), ...as }) };
  }
}
