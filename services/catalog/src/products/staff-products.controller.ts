import { catalog } from '@shop/contracts';
import { ContractController, ValidatedInput, Idempotency, type Input, Route } from '@shop/service-kit';
import { AttentionService } from './attention.service.ts';
import { StaffProductsService } from './staff-products.service.ts';

@ContractController()
export class StaffProductsController {
  constructor(
    private readonly products: StaffProductsService,
    private readonly attention: AttentionService,
    private readonly idempotency: Idempotency,
  ) {}

  @Route(catalog.listAllProducts)
  list(@ValidatedInput() { query }: Input<typeof catalog.listAllProducts>) {
    return this.products.list(query);
  }

  @Route(catalog.listProductAttention)
  attend(@ValidatedInput() { query }: Input<typeof catalog.listProductAttention>) {
    return this.attention.list(query);
  }

  @Route(catalog.getProductForStaff)
  async get(@ValidatedInput() { params }: Input<typeof catalog.getProductForStaff>) {
    return { product: await this.products.get(params.id) };
  }

  @Route(catalog.createProduct)
  create(@ValidatedInput() input: Input<typeof catalog.createProduct>) {
    return this.idempotency.once(input, async (transaction) => ({
      product: await this.products.create(input.session, input.body, transaction),
    }));
  }

  @Route(catalog.changeProduct)
  change(@ValidatedInput() { session, params, body, version }: Input<typeof catalog.changeProduct>) {
    return this.products.change(session, params.id, body, version);
  }

  @Route(catalog.restoreProduct)
  async restore(@ValidatedInput() { session, params }: Input<typeof catalog.restoreProduct>) {
    return { product: await this.products.restore(session, params.id) };
  }

  @Route(catalog.removeProduct)
  async remove(@ValidatedInput() { session, params }: Input<typeof catalog.removeProduct>) {
    await this.products.archive(session, params.id);
    return { message: 'Product archived' };
  }
}
