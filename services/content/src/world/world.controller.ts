import { content } from '@shop/contracts';
import { CallController, Route } from '@shop/service-kit';
import { WorldService } from './world.service.ts';

@CallController()
export class WorldController {
  constructor(private readonly world: WorldService) {}

  @Route(content.listCountries)
  async countries() {
    return { countries: await this.world.countries() };
  }

  @Route(content.getRates)
  rates() {
    return this.world.rates();
  }
}
