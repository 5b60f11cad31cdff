import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG } from '@shop/service-kit';
import { Brand } from '../clients/brand.ts';
import { Sweep } from '../sweep.ts';
import type { Config } from '../variables.ts';
import { InvoicesService, type SellingBrand } from './invoices.service.ts';

const AT_ONCE = 100;

/**
 * The job that numbers invoices and credit notes, after the order and not in its transaction: there the counter would have
 * every purchase wait for every other. Any number of instances may run it.
 */
@Injectable()
export class DueNumbers implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(DueNumbers.name);
  readonly #sweep: Sweep;
  #told = false;
  #adopted = false;

  constructor(
    private readonly invoices: InvoicesService,
    private readonly brand: Brand,
    @Inject(CONFIG) config: Config,
  ) {
    this.#sweep = new Sweep(DueNumbers.name, config.INVOICE_SWEEP, () => this.#numberAll());
  }

  onApplicationBootstrap(): void {
    this.#sweep.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.#sweep.stop();
  }

  async #numberAll(): Promise<void> {
    // Once per process: no instance writes such orders any more.
    if (!this.#adopted) await this.invoices.adopt();
    this.#adopted = true;
    const due = await this.invoices.due(AT_ONCE);
    if (due.length === 0) return;
    const brand = await this.brand.now();
    if (!brand.seller) {
      if (!this.#told) this.#logger.warn('Invoices wait until staff have written down who sells (brand.seller)');
      this.#told = true;
      return;
    }
    for (const orderId of due) {
      if (this.#sweep.stopped) return;
      try {
        await this.invoices.number(orderId, brand as SellingBrand);
      } catch (error) {
        this.#logger.warn('An order has to wait for its number', { orderId, err: error });
      }
    }
  }
}
