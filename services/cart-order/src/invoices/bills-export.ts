import { Injectable } from '@nestjs/common';
import { endOfShopDay, type Period, startOfShopDay } from '@shop/contracts';
import { AuditTrail, csvFileOf, type Session, Transactions } from '@shop/service-kit';
import { OrdersRepository } from '../orders/orders.repository.ts';
import { BILL_HEADS, billRowsOf } from './bill-rows.rules.ts';
import type { IssuedDocument } from './invoice.schema.ts';
import { InvoicesRepository } from './invoices.repository.ts';

/** The invoices and credit notes of a period as one file, for the books. */
@Injectable()
export class BillsExport {
  constructor(
    private readonly documents: InvoicesRepository,
    private readonly orders: OrdersRepository,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
  ) {}

  /** Names of many buyers leave the shop: each file is in the audit trail. */
  async file(reader: Session, { from, to }: Period): Promise<AsyncGenerator<Buffer>> {
    await this.transactions.run((session) =>
      this.audit.record(session, reader, {
        action: 'bills.exported',
        subject: 'bills',
        subjectId: `${from} to ${to}`,
        before: null,
        after: {},
      }),
    );
    return csvFileOf(BILL_HEADS, this.#rows({ from, to }));
  }

  async *#rows({ from, to }: Period): AsyncGenerator<string[][]> {
    const span = { from: startOfShopDay(from), until: endOfShopDay(to) };
    for await (const documents of this.documents.issuedInBatches(span)) {
      const ids = new Set(documents.map(({ orderId }) => orderId));
      const orders = new Map((await this.orders.allWith([...ids])).map((order) => [order._id, order]));
      const notes = await this.#notesOf(documents);
      yield documents.flatMap((document) =>
        billRowsOf(document, orders.get(document.orderId)!, notes.get(document.orderId) ?? []),
      );
    }
  }

  /** All credit notes of the orders that have one here, by order: a note is converted as what those before it left. */
  async #notesOf(documents: readonly IssuedDocument[]): Promise<Map<string, IssuedDocument[]>> {
    const credited = documents.filter(({ kind }) => kind === 'credit-note').map(({ orderId }) => orderId);
    const notes = credited.length === 0 ? [] : await this.documents.creditNotesOf([...new Set(credited)]);
    return Map.groupBy(notes, ({ orderId }) => orderId);
  }
}
