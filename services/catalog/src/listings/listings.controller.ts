import { catalog } from '@shop/contracts';
import { ContractController, ValidatedInput, type Input, Route } from '@shop/service-kit';
import { ListingsService } from './listings.service.ts';

@ContractController()
export class ListingsController {
  constructor(private readonly listings: ListingsService) {}

  @Route(catalog.listProducts)
  shop(@ValidatedInput() { query }: Input<typeof catalog.listProducts>) {
    return this.listings.shop(query);
  }

  @Route(catalog.listCategory)
  category(@ValidatedInput() { params, query }: Input<typeof catalog.listCategory>) {
    return this.listings.category(params, query);
  }

  @Route(catalog.listSubCategory)
  subCategory(@ValidatedInput() { params, query }: Input<typeof catalog.listSubCategory>) {
    return this.listings.category(params, query);
  }

  @Route(catalog.listMaterial)
  material(@ValidatedInput() { params, query }: Input<typeof catalog.listMaterial>) {
    return this.listings.material(params, query);
  }

  @Route(catalog.listSubMaterial)
  subMaterial(@ValidatedInput() { params, query }: Input<typeof catalog.listSubMaterial>) {
    return this.listings.material(params, query);
  }

  @Route(catalog.listSimilar)
  async similar(@ValidatedInput() { params, query }: Input<typeof catalog.listSimilar>) {
    return { products: await this.listings.similar(params.group, query.limit) };
  }
}
