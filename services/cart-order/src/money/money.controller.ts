import { cartOrder } from '@shop/contracts';
import { ContractController, type Input, Route, ValidatedInput } from '@shop/service-kit';
import { viewOf } from './capture-record.view.ts';
import { MoneyService } from './money.service.ts';

@ContractController()
export class MoneyController {
  constructor(private readonly money: MoneyService) {}

  @Route(cartOrder.listCaptures)
  async list(@ValidatedInput() { query }: Input<typeof cartOrder.listCaptures>) {
    const { records, totalCount } = await this.money.list(query);
    return { captures: records.map(viewOf), totalCount };
  }
}
