import { catalog } from '@shop/contracts';
import { CallController, Given, type Input, Route } from '@shop/service-kit';
import { StockService } from './stock.service.ts';

@CallController()
export class StockController {
  constructor(private readonly stock: StockService) {}

  @Route(catalog.holdStock)
  hold(@Given() { body }: Input<typeof catalog.holdStock>) {
    return this.stock.hold(body);
  }

  @Route(catalog.getHold)
  async get(@Given() { params }: Input<typeof catalog.getHold>) {
    const hold = await this.stock.get(params.holdId);
    return { hold: hold && { holdId: hold._id, state: hold.state, lines: hold.lines } };
  }
}
