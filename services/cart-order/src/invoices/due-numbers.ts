import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { CONFIG, Jobs, type RunResult } from '@shop/service-kit';
import { Brand } from '../clients/brand.ts';
import type { Order } from '../orders/order.schema.ts';
import type { Config } from '../variables.ts';
import { InvoicesService, type SellingBrand } from './invoices.service.ts';

/** Two runs of one order at once are harmless: its transaction numbers it once. */
const LEASE_MS = 10_000;
const MAX_RETRY_MS = 10 * 60_000;

/**
 * The job that numbers invoices and credit notes, after the order and not in its transaction: there the counter would
 * serialise all purchases. One order at a time per instance, because all of them write the counter.
 */
@Injectable()
export class DueNumbers implements OnModuleInit {
  readonly #logger = new Logger(DueNumbers.name);
  #hasWarned = false;

  constructor(
    private readonly invoices: InvoicesService,
    private readonly brand: Brand,
    private readonly jobs: Jobs,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    const { INVOICE_SWEEP } = this.config;
    this.jobs.add<Order>({
      name: 'invoice-numbers',
      source: this.invoices.jobSource,
      pollMs: INVOICE_SWEEP,
      leaseMs: LEASE_MS,
      retry: { firstMs: INVOICE_SWEEP, maxMs: MAX_RETRY_MS },
      run: ({ _id }) => this.#number(_id),
    });
  }

  async #number(orderId: string): Promise<RunResult<Order> | void> {
    const brand = await this.brand.now();
    if (!brand.seller) {
      if (!this.#hasWarned) this.#logger.warn('Invoices wait for the seller (brand.seller), which staff have to enter');
      this.#hasWarned = true;
      return { outcome: 'paused' };
    }
    this.#hasWarned = false;
    await this.invoices.number(orderId, brand as SellingBrand);
  }
}
