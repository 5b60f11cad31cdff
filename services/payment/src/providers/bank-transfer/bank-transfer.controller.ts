import { payment } from '@shop/contracts';
import { ContractController, Failure, Idempotency, type Input, Route, ValidatedInput } from '@shop/service-kit';
import { PaymentCallbacksService } from '../../attempts/callbacks.service.ts';
import { StartingService } from '../../attempts/starting.service.ts';
import { transferFor, TransfersService } from './transfers.service.ts';

const isOfStart = (code: string): boolean => (payment.startBankTransfer.errors as readonly string[]).includes(code);

/** What buyers do. */
@ContractController()
export class BankTransferController {
  constructor(
    private readonly starting: StartingService,
    private readonly callbacks: PaymentCallbacksService,
    private readonly transfers: TransfersService,
    private readonly idempotency: Idempotency,
  ) {}

  @Route(payment.startBankTransfer)
  start(@ValidatedInput() input: Input<typeof payment.startBankTransfer>) {
    return this.idempotency.resumable(input, async (claim) => {
      const { attempt } = await this.starting.start('bank-transfer', input.session, input.body, claim);
      const transfer = await this.#begin(input.session.userId, attempt.providerOrderId);
      return { checkoutId: attempt.checkoutId, transfer: transferFor(transfer) };
    });
  }

  @Route(payment.getBankTransfer)
  async get(@ValidatedInput() { session, params }: Input<typeof payment.getBankTransfer>) {
    return { transfer: transferFor(await this.transfers.ofCheckout(session.userId, params.checkoutId)) };
  }

  @Route(payment.cancelBankTransfer)
  async cancel(@ValidatedInput() { session, params }: Input<typeof payment.cancelBankTransfer>) {
    return { transfer: transferFor(await this.transfers.cancel(session.userId, params.checkoutId)) };
  }

  /** The buyer is asked for money only once cart-order keeps the pieces: a capture that waits. */
  async #begin(userId: string, reference: string) {
    try {
      const { state } = await this.callbacks.settle('bank-transfer', userId, reference);
      if (state === 'pending' || state === 'captured') return await this.transfers.current(reference);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      // Otherwise the reconciler would capture it later, when the buyer has chosen something else.
      await this.transfers.close(reference);
      throw isOfStart(error.code) ? error : new Failure('checkout.closed', { cause: error });
    }
    throw new Failure('payment.provider-unavailable', { headers: { 'retry-after': '5' } });
  }
}
