import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { insertPlain } from '@shop/service-kit';
import type { ClientSession, Model } from 'mongoose';
import { type DocumentKind, type IssuedDocument, OLDEST_FIRST, type Series } from './invoice.schema.ts';

const BATCH = 200;

@Injectable()
export class InvoicesRepository {
  constructor(
    @InjectModel('IssuedDocument') private readonly documents: Model<IssuedDocument>,
    @InjectModel('InvoiceSeries') private readonly series: Model<Series>,
  ) {}

  /** Rolled back with the transaction, so that the series has no gaps. */
  async nextSequence(kind: DocumentKind, year: string, session: ClientSession): Promise<number> {
    const counted = await this.series
      .findByIdAndUpdate(`${kind} ${year}`, { $inc: { last: 1 } }, { upsert: true, returnDocument: 'after', session })
      .lean<Series>();
    return counted!.last;
  }

  async insert(document: IssuedDocument, session: ClientSession): Promise<void> {
    await insertPlain(this.documents, document, session);
  }

  /** Issued from `from` on and before `until`, the oldest first. */
  async *issuedInBatches({ from, until }: { from: Date; until: Date }): AsyncGenerator<IssuedDocument[]> {
    const cursor = this.documents
      .find({ issuedAt: { $gte: from, $lt: until } })
      .sort(OLDEST_FIRST)
      .lean<IssuedDocument[]>()
      .cursor({ batchSize: BATCH });
    let batch: IssuedDocument[] = [];
    for await (const document of cursor) {
      batch.push(document as IssuedDocument);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  /** The oldest first. */
  async ofOrder(orderId: string, session?: ClientSession): Promise<IssuedDocument[]> {
    const documents = await this.documents
      .find({ orderId })
      .session(session ?? null)
      .lean<IssuedDocument[]>();
    return documents.sort(byIssue);
  }

  /** Of these orders, the oldest first. */
  async creditNotesOf(orderIds: readonly string[]): Promise<IssuedDocument[]> {
    const notes = await this.documents
      .find({ orderId: { $in: [...orderIds] }, kind: 'credit-note' })
      .lean<IssuedDocument[]>();
    return notes.sort(byIssue);
  }
}

const byIssue = (one: IssuedDocument, other: IssuedDocument): number =>
  one.issuedAt.getTime() - other.issuedAt.getTime() || one.sequence - other.sequence;
