import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Clock, CONFIG } from '@shop/service-kit';
import type { Checkout } from '../checkouts/checkout.schema.ts';
import { CheckoutsRepository } from '../checkouts/checkouts.repository.ts';
import { CheckoutsService } from '../checkouts/checkouts.service.ts';
import { Sweep } from '../sweep.ts';
import type { Config } from '../variables.ts';
import { CapturesService } from './captures.service.ts';

const AT_ONCE = 100;

/**
 * Looks after checkouts whose time has come: those that expired, those that a process left while it asked for stock, and
 * those that were paid late. Any number of instances may sweep: each move happens once.
 */
@Injectable()
export class DueCheckouts implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(DueCheckouts.name);
  readonly #sweep: Sweep;

  constructor(
    private readonly checkouts: CheckoutsRepository,
    private readonly checkoutsService: CheckoutsService,
    private readonly captures: CapturesService,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.#sweep = new Sweep(DueCheckouts.name, config.CHECKOUT_SWEEP, () => this.#lookAfterAll());
  }

  onApplicationBootstrap(): void {
    this.#sweep.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.#sweep.stop();
  }

  async #lookAfterAll(): Promise<void> {
    for (const checkout of await this.checkouts.due(this.clock.now(), AT_ONCE)) {
      if (this.#sweep.stopped) return;
      try {
        await this.#lookAfter(checkout);
      } catch (error) {
        this.#logger.warn('A due checkout has to wait', { checkoutId: checkout._id, err: error });
        // Behind the others, so that some that cannot be settled now do not hold up all.
        await this.checkouts.postpone(checkout, new Date(this.clock.millis() + this.config.CHECKOUT_SWEEP));
      }
    }
  }

  async #lookAfter(checkout: Checkout): Promise<void> {
    await (checkout.state === 'retaking' ? this.captures.retake(checkout) : this.checkoutsService.expire(checkout));
  }
}
