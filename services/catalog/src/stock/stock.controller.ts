import { catalog } from '@shop/contracts';
import { ContractController, ValidatedInput, type Input, Route } from '@shop/service-kit';
import { StockService } from './stock.service.ts';

@ContractController()
export class StockController {
  constructor(private readonly stock: StockService) {}

  @Route(catalog.holdStock)
  hold(@ValidatedInput() { body }: Input<typeof catalog.holdStock>) {
    return this.stock.hold(body);
  }

  @Route(catalog.getHold)
  async get(@ValidatedInput() { params }: Input<typeof catalog.getHold>) {
    const hold = await this.stock.get(params.holdId);
    return { hold: hold && { holdId: hold._id, state: hold.state, lines: hold.lines } };
  }
}
