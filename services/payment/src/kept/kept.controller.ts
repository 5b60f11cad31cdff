import { payment } from '@shop/contracts';
import { ContractController, ValidatedInput, type Input, Route } from '@shop/service-kit';
import { KeptService } from './kept.service.ts';

/** For identity: what is kept of an account, for its owner. */
@ContractController()
export class KeptController {
  constructor(private readonly kept: KeptService) {}

  @Route(payment.getKept)
  async get(@ValidatedInput() { body: { checkoutIds } }: Input<typeof payment.getKept>) {
    return { kept: await this.kept.of(checkoutIds) };
  }
}
