import { content } from '@shop/contracts';
import { ContractController, Route } from '@shop/service-kit';
import { ReferenceDataService } from './reference-data.service.ts';

@ContractController()
export class ReferenceDataController {
  constructor(private readonly referenceData: ReferenceDataService) {}

  @Route(content.listCountries)
  async countries() {
    return { countries: await this.referenceData.countries() };
  }

  @Route(content.getRates)
  rates() {
    return this.referenceData.rates();
  }
}
