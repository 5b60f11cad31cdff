import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Clock, Measures } from '@shop/service-kit';
import type { Model, QueryFilter } from 'mongoose';
import type { Arrival } from './arrival.schema.ts';
import { type OpenTransfer, transferMeasurement } from './transfer-metrics.ts';
import type { TransferReturn } from './transfer-return.schema.ts';
import type { Transfer } from './transfer.schema.ts';

/** Measures what staff wait for and what they have to do. */
@Injectable()
export class OpenTransfers implements OnModuleInit {
  constructor(
    @InjectModel('BankTransfer') private readonly transfers: Model<Transfer>,
    @InjectModel('BankArrival') private readonly arrivals: Model<Arrival>,
    @InjectModel('TransferReturn') private readonly returns: Model<TransferReturn>,
    private readonly measures: Measures,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.measures.add(transferMeasurement, () =>
      Promise.all([
        this.#of('expected', this.transfers, { state: 'waiting' }, 'startedAt'),
        this.#of('unmatched', this.arrivals, { state: 'unmatched' }, 'recordedAt'),
        this.#of('to-send-back', this.returns, { state: 'open' }, 'requestedAt'),
      ]),
    );
  }

  async #of<T, F extends keyof T & string>(
    kind: OpenTransfer['kind'],
    model: Model<T>,
    filter: QueryFilter<T>,
    since: F,
  ): Promise<OpenTransfer> {
    const [count, oldest] = await Promise.all([
      model.countDocuments(filter),
      model
        .findOne(filter)
        .sort({ [since]: 1 })
        .lean<Record<F, Date>>(),
    ]);
    const oldestSeconds = oldest ? (this.clock.millis() - oldest[since].getTime()) / 1_000 : 0;
    return { provider: 'bank-transfer', kind, count, oldestSeconds };
  }
}
