import { Controller } from '@nestjs/common';
import { cartOrder, type EventOf } from '@shop/contracts';
import { Clock, type EventContext, OnEvent, work } from '@shop/service-kit';
import { AttemptsRepository } from './attempts.repository.ts';

/** The reconciler then looks whether somebody paid after all, and ends those that nobody paid. */
@Controller()
export class StopAttemptsWhenCheckoutEnded {
  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly clock: Clock,
  ) {}

  @OnEvent(cartOrder.checkoutExpired, work('stop-attempts-when-checkout-ended'))
  async handle({ data }: EventOf<typeof cartOrder.checkoutExpired>, { session }: EventContext): Promise<void> {
    await this.attempts.checkoutEnded(data.checkoutId, this.clock.now(), session);
  }
}
