import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock, CONFIG } from '@shop/service-kit';
import { DueWork } from '../due-work/due-work.ts';
import type { Config } from '../variables.ts';
import type { Attempt } from './attempt.schema.ts';
import { AttemptsRepository } from './attempts.repository.ts';
import { AttemptsService } from './attempts.service.ts';
import { SettlingService } from './settling.service.ts';

/**
 * Asks the provider about every attempt that is not decided: answers that got lost, buyers who left after approving,
 * webhooks that never came, checkouts that ended, banks that authorise late. Captured ones are followed for a while: money
 * may go back, or come a second time, without a word to us.
 */
@Injectable()
export class Reconciler implements OnModuleInit {
  readonly #logger = new Logger(Reconciler.name);

  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly machine: AttemptsService,
    private readonly settling: SettlingService,
    private readonly due: DueWork,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.due.register<Attempt>({
      what: 'attempts',
      take: () => this.attempts.takeDue(this.clock.now(), new Date(this.clock.millis() + this.config.PAYMENT_LEASE)),
      work: (attempt) => this.#lookAt(attempt),
    });
  }

  async #lookAt(attempt: Attempt): Promise<void> {
    try {
      // One that was declined waits for its buyer: nobody's card is tried again behind his back.
      const { attempt: settled } = await this.settling.settle(attempt, { take: attempt.declinedAt === undefined });
      if (settled.state === 'captured') await this.settling.follow(settled);
    } catch (error) {
      this.#logger.warn('What became of a payment is still not known', {
        paymentId: attempt._id,
        state: attempt.state,
        why: error instanceof Error ? error.message : 'unknown',
      });
    }
    await this.attempts.lookAgain(attempt, this.machine.nextLook(attempt));
  }
}
