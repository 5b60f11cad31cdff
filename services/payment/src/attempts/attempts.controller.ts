import { payment } from '@shop/contracts';
import { ContractController, ValidatedInput, type Input, Route } from '@shop/service-kit';
import { PaymentCallbacksService, stateFor } from './callbacks.service.ts';

@ContractController()
export class AttemptsController {
  constructor(private readonly callbacks: PaymentCallbacksService) {}

  @Route(payment.getPaymentOfCheckout)
  async ofCheckout(@ValidatedInput() { session, params }: Input<typeof payment.getPaymentOfCheckout>) {
    const attempt = await this.callbacks.ofCheckout(session.userId, params.checkoutId);
    if (!attempt) return { payment: null };
    const state = stateFor(attempt);
    const paymentId = state === 'captured' ? attempt.providerPaymentId! : null;
    return { payment: { provider: attempt.provider, state, paymentId } };
  }
}
