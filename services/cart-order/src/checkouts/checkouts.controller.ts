import { cartOrder } from '@shop/contracts';
import { ContractController, ValidatedInput, Idempotency, type Input, Route } from '@shop/service-kit';
import { payableOf, quoteView, viewOf } from './checkout.view.ts';
import { CheckoutsService } from './checkouts.service.ts';
import { QuoteService } from './quote.service.ts';

@ContractController()
export class CheckoutsController {
  constructor(
    private readonly checkouts: CheckoutsService,
    private readonly quotes: QuoteService,
    private readonly idempotency: Idempotency,
  ) {}

  @Route(cartOrder.startCheckout)
  start(@ValidatedInput() input: Input<typeof cartOrder.startCheckout>) {
    return this.idempotency.resumable(input, async (claim) => ({
      checkout: viewOf(await this.checkouts.start(input.session, input.body, claim)),
    }));
  }

  @Route(cartOrder.quoteCheckout)
  async quote(@ValidatedInput() { session, body }: Input<typeof cartOrder.quoteCheckout>) {
    return { quote: quoteView(await this.quotes.show(session, body)) };
  }

  @Route(cartOrder.getCheckout)
  async get(@ValidatedInput() { session, params }: Input<typeof cartOrder.getCheckout>) {
    return { checkout: viewOf(await this.checkouts.ofUser(session.userId, params.checkoutId)) };
  }

  @Route(cartOrder.cancelCheckout)
  async cancel(@ValidatedInput() { session, params }: Input<typeof cartOrder.cancelCheckout>) {
    return { checkout: viewOf(await this.checkouts.cancel(session.userId, params.checkoutId)) };
  }

  @Route(cartOrder.getPayableCheckout)
  async payable(@ValidatedInput() { params }: Input<typeof cartOrder.getPayableCheckout>) {
    return { checkout: payableOf(await this.checkouts.get(params.checkoutId)) };
  }

  @Route(cartOrder.freezeCart)
  freeze(@ValidatedInput() input: Input<typeof cartOrder.freezeCart>) {
    const { userId, joins, ...request } = input.body;
    const buyer = { userId, ...(joins !== undefined && { joins }) };
    return this.idempotency.resumable(input, async (claim) => ({
      checkout: payableOf(await this.checkouts.start(buyer, { ...request, hallmarking: false }, claim)),
    }));
  }

  @Route(cartOrder.beginCapture)
  async beginCapture(@ValidatedInput() { params, body }: Input<typeof cartOrder.beginCapture>) {
    return { checkout: payableOf(await this.checkouts.beginCapture(params.checkoutId, body)) };
  }
}
