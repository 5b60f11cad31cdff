import { Controller } from '@nestjs/common';
import { cartOrder, type EventOf } from '@shop/contracts';
import { type EventContext, OnEvent, work } from '@shop/service-kit';
import { TaxService } from './tax.service.ts';

@Controller()
export class AnswerWithTaxWhenChanged {
  constructor(private readonly tax: TaxService) {}

  @OnEvent(cartOrder.taxChanged, work('answer-with-tax-when-changed'))
  async handle({ data, version }: EventOf<typeof cartOrder.taxChanged>, { session }: EventContext): Promise<void> {
    await this.tax.changed(data, version, session);
  }
}
