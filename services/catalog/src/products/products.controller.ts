import { catalog } from '@shop/contracts';
import { ContractController, ValidatedInput, type Input, Route } from '@shop/service-kit';
import { ProductsService } from './products.service.ts';

@ContractController()
export class ProductsController {
  constructor(private readonly products: ProductsService) {}

  @Route(catalog.getProduct)
  get(@ValidatedInput() { params, query }: Input<typeof catalog.getProduct>) {
    return this.products.page(params.id, query.variant);
  }

  @Route(catalog.listCards)
  cards(@ValidatedInput() { query }: Input<typeof catalog.listCards>) {
    return this.products.cardsById(query.ids.split(','));
  }

  @Route(catalog.listVariants)
  async variants(@ValidatedInput() { params }: Input<typeof catalog.listVariants>) {
    return { variants: await this.products.variants(params.groupId) };
  }

  @Route(catalog.listVarients)
  async varients(@ValidatedInput() { params }: Input<typeof catalog.listVarients>) {
    return { variants: await this.products.variants(params.groupId) };
  }
}
