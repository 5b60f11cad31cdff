import { Controller } from '@nestjs/common';
import { cartOrder, type EventOf } from '@shop/contracts';
import { Clock, type EventContext, OnEvent, work } from '@shop/service-kit';
import { AttemptsRepository } from './attempts.repository.ts';

/** Makes the attempts due: the reconciler then ends those that are unpaid at the provider. */
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
