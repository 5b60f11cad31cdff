import { content } from '@shop/contracts';
import { ContractController, ValidatedInput, type Input, Route } from '@shop/service-kit';
import { BrandService } from './brand.service.ts';

@ContractController()
export class BrandController {
  constructor(private readonly brand: BrandService) {}

  @Route(content.getBrand)
  async get() {
    return { brand: await this.brand.get() };
  }

  @Route(content.changeBrand)
  async change(@ValidatedInput() { session, body, version }: Input<typeof content.changeBrand>) {
    return { brand: await this.brand.change(session, body, version) };
  }
}
