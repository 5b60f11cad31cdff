import { Inject, Injectable } from '@nestjs/common';
import { type content, financialYearOf, holds, maskedPan } from '@shop/contracts';
import {
  AuditTrail,
  Clock,
  CONFIG,
  Failure,
  forbidden,
  type JobSource,
  type Session,
  Transactions,
} from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { BuyersRepository } from '../buyers/buyers.repository.ts';
import { refundedAmount } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.schema.ts';
import { creditedPartsOf } from '../orders/refund-parts.ts';
import { OrdersRepository } from '../orders/orders.repository.ts';
import { OrdersService } from '../orders/orders.service.ts';
import type { Config } from '../variables.ts';
import { drawDocument } from './draw-document.ts';
import { drawPackingSlip } from './draw-packing-slip.ts';
import { billOfPurchase, CHARGES, type Taxed } from '../checkouts/totals.rules.ts';
import { type AmountParts, creditParts, documentNumber } from './invoice.rules.ts';
import type { DocumentKind, IssuedDocument } from './invoice.schema.ts';
import { InvoicesRepository } from './invoices.repository.ts';

/** A brand with its seller. */
export type SellingBrand = content.Brand & { seller: content.Seller };

/** Numbers invoices and credit notes, and draws them. */
@Injectable()
export class InvoicesService {
  constructor(
    private readonly documents: InvoicesRepository,
    private readonly orders: OrdersRepository,
    private readonly ordersService: OrdersService,
    private readonly buyers: BuyersRepository,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Orders that lack a number. */
  get jobSource(): JobSource<Order> {
    return this.orders.numberingSource;
  }

  /**
   * Numbers an order's invoice and a credit note for each completed refund. The counter, the document and the order change in
   * one transaction, so that a crash neither loses a number nor gives it twice.
   */
  async number(orderId: string, brand: SellingBrand): Promise<void> {
    await this.transactions.run(async (session) => {
      const order = await this.orders.byId(orderId, session);
      if (!order?.numbersDue) return;
      const issue = (kind: DocumentKind, refundId: string | null, parts: AmountParts) =>
        this.#issue({ kind, orderId, refundId, parts }, brand, session);
      const invoiced = partsOf(order);
      const invoice = order.invoice ?? (await issue('invoice', null, invoiced));
      const completed = order.refunds.filter(({ state }) => state === 'completed');
      // More refunded than paid: one refund has failed and its event is still to come. Until then the rest to credit is unknown.
      const isTooMuch = refundedAmount(order) > order.payment.amount;
      const due = isTooMuch ? [] : completed.filter(({ creditNote }) => !creditNote);
      const earlier = due.length > 0 ? await this.documents.ofOrder(orderId, session) : [];
      // A credit note whose refund failed later is cancelled.
      const credited = earlier
        .filter((document) => completed.some(({ refundId }) => refundId === document.refundId))
        .map(({ parts }) => parts);
      const refunds = [...order.refunds];
      for (const [index, refund] of refunds.entries()) {
        if (!due.includes(refund)) continue;
        const parts = creditParts(refund.amount, invoiced, credited, creditedPartsOf(order, refund));
        credited.push(parts);
        refunds[index] = { ...refund, creditNote: await issue('credit-note', refund.refundId, parts) };
      }
      await this.orders.change(orderId, { invoice, refunds, numbersDue: false }, session);
    });
  }

  /** @throws Failure `order.not-found`, also for somebody else's; `invoice.not-ready` */
  async drawFor(reader: Session, orderId: string, refundId: string | null) {
    const order = await this.ordersService.get(reader, orderId);
    return this.#draw(order, refundId, () =>
      order.sealedAt ? this.#unsealed(reader, order) : holds(reader.permissions, 'orders.read') ? order : masked(order),
    );
  }

  /** For anyone who has the link of the order. @throws Failure `invoice.not-ready` */
  draw(order: Order, refundId: string | null) {
    return this.#draw(order, refundId, () => masked(order));
  }

  async #draw(
    order: Order,
    refundId: string | null,
    billed: () => Order | Promise<Order>,
  ): Promise<{ name: string; bytes: Buffer }> {
    const documents = await this.documents.ofOrder(order._id);
    const wanted = documents.find((document) => document.refundId === refundId);
    const invoice = documents.find(({ kind }) => kind === 'invoice');
    if (!wanted || !invoice) throw new Failure('invoice.not-ready');
    const name = `${wanted._id.replaceAll('/', '-')}.pdf`;
    return { name, bytes: await drawDocument(wanted, invoice, await billed()) };
  }

  /** The order with whom its bill is made out to. Each reading is in the audit trail. @throws Failure `session.forbidden` */
  async #unsealed(reader: Session, order: Order): Promise<Order> {
    if (!holds(reader.permissions, 'bills.unseal')) throw forbidden(reader, 'bills.unseal');
    const buyer = await this.buyers.ofOrder(order._id);
    if (!buyer) return order;
    await this.transactions.run((session) =>
      this.audit.record(session, reader, {
        action: 'bill.unsealed',
        subject: 'order',
        subjectId: order._id,
        before: null,
        after: {},
      }),
    );
    const { shippingInfo, business, pan } = buyer;
    return { ...order, shippingInfo, ...(business && { business }), ...(pan && { pan }) };
  }

  /** Of one of its parcels, or of the whole order. @throws Failure `order.not-found`, `shipment.not-found` */
  async drawPackingSlip(staff: Session, orderId: string, parcelId?: string): Promise<{ name: string; bytes: Buffer }> {
    const order = await this.ordersService.get(staff, orderId);
    const { shipments = [] } = order;
    const at = shipments.findIndex(({ _id }) => _id === parcelId);
    if (parcelId !== undefined && at === -1) throw new Failure('shipment.not-found');
    const invoice = (await this.documents.ofOrder(orderId)).find(({ kind }) => kind === 'invoice');
    const bytes = await drawPackingSlip(order, invoice, shipments[at] && { ...shipments[at], number: at + 1 });
    return { name: `packing-slip-${orderId.slice(-6)}${at === -1 ? '' : `-${at + 1}`}.pdf`, bytes };
  }

  async #issue(
    document: Pick<IssuedDocument, 'kind' | 'orderId' | 'refundId' | 'parts'>,
    { name, phone, email, seller }: SellingBrand,
    session: ClientSession,
  ): Promise<NonNullable<Order['invoice']>> {
    const issuedAt = this.clock.now();
    const year = financialYearOf(issuedAt);
    const sequence = await this.documents.nextSequence(document.kind, year, session);
    const number = documentNumber(document.kind, year, sequence);
    const hsn = this.config.INVOICE_HSN;
    await this.documents.insert(
      { ...document, _id: number, year, sequence, issuedAt, seller, brand: { name, phone, email }, hsn },
      session,
    );
    return { number, issuedAt };
  }
}

/** A bill is shown around, and its link is passed on. */
const masked = (order: Order): Order => (order.pan ? { ...order, pan: maskedPan(order.pan) } : order);

function partsOf(order: Order): AmountParts {
  const { lines, charges } = billOfPurchase(order);
  const extras = CHARGES.map((name) => charges[name]);
  const sum = (rows: readonly Taxed[], part: keyof Taxed) => rows.reduce((all, row) => all + row[part], 0);
  return { subtotal: sum(lines, 'taxable'), gst: sum([...lines, ...extras], 'gst'), charges: sum(extras, 'taxable') };
}
