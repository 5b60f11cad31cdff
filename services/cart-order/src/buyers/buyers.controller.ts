import { cartOrder } from '@shop/contracts';
import { ContractController, ValidatedInput, type Input, Route } from '@shop/service-kit';
import { BuyersService } from './buyers.service.ts';

/** For identity: what is kept of an account, and what of it is not finished. */
@ContractController()
export class BuyersController {
  constructor(private readonly buyers: BuyersService) {}

  @Route(cartOrder.getUnfinished)
  async unfinished(@ValidatedInput() { params }: Input<typeof cartOrder.getUnfinished>) {
    return { unfinished: await this.buyers.unfinished(params.userId) };
  }

  @Route(cartOrder.getKept)
  kept(@ValidatedInput() { params }: Input<typeof cartOrder.getKept>) {
    return this.buyers.kept(params.userId);
  }
}
