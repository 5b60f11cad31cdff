import { catalog } from '@shop/contracts';
import { ContractController, ValidatedInput, type Input, Route } from '@shop/service-kit';
import { PricesService } from './prices.service.ts';

@ContractController()
export class PricesController {
  constructor(private readonly prices: PricesService) {}

  @Route(catalog.calculatePrice)
  calculate(@ValidatedInput() { body }: Input<typeof catalog.calculatePrice>) {
    return this.prices.calculate(body);
  }

  @Route(catalog.quoteLines)
  async quote(@ValidatedInput() { body }: Input<typeof catalog.quoteLines>) {
    return { lines: await this.prices.quote(body.lines) };
  }
}
