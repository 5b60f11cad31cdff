import { catalog } from '@shop/contracts';
import { CallController, Given, type Input, Route } from '@shop/service-kit';
import { PricesService } from './prices.service.ts';

@CallController()
export class PricesController {
  constructor(private readonly prices: PricesService) {}

  @Route(catalog.calculatePrice)
  calculate(@Given() { body }: Input<typeof catalog.calculatePrice>) {
    return this.prices.calculate(body);
  }

  @Route(catalog.quoteLines)
  async quote(@Given() { body }: Input<typeof catalog.quoteLines>) {
    return { lines: await this.prices.quote(body.lines) };
  }
}
