import { catalog } from '@shop/contracts';
import { ContractController, ValidatedInput, Idempotency, type Input, Route } from '@shop/service-kit';
import { AssortmentService } from './assortment.service.ts';
import type { Branch } from './branch.schema.ts';

const categoryOf = ({ _id, name, sub, image }: Branch): catalog.Category => ({
  _id: String(_id),
  main: name,
  sub,
  ...(image && { image }),
});

@ContractController()
export class CategoriesController {
  constructor(
    private readonly assortment: AssortmentService,
    private readonly idempotency: Idempotency,
  ) {}

  @Route(catalog.listCategories)
  async list() {
    return { categories: (await this.assortment.list('category')).map(categoryOf) };
  }

  @Route(catalog.createCategory)
  create(@ValidatedInput() input: Input<typeof catalog.createCategory>) {
    const { main: name, ...rest } = input.body;
    return this.idempotency.once(input, async (transaction) => ({
      message: 'Category created',
      category: categoryOf(await this.assortment.create(input.session, 'category', { name, ...rest }, transaction)),
    }));
  }

  @Route(catalog.addSubCategory)
  async addSub(@ValidatedInput() { session, body }: Input<typeof catalog.addSubCategory>) {
    const branch = await this.assortment.addSub(session, 'category', body.main, body.sub);
    return { message: 'Sub-category added', category: categoryOf(branch) };
  }

  @Route(catalog.removeSubCategory)
  async removeSub(@ValidatedInput() { session, body }: Input<typeof catalog.removeSubCategory>) {
    const branch = await this.assortment.removeSub(session, 'category', body.main, body.sub);
    return { message: 'Sub-category removed', category: categoryOf(branch) };
  }

  @Route(catalog.changeCategory)
  async change(@ValidatedInput() { session, params, body }: Input<typeof catalog.changeCategory>) {
    const { main: name, ...rest } = body;
    const branch = await this.assortment.change(session, 'category', params.id, { name, ...rest });
    return { message: 'Category updated', category: categoryOf(branch) };
  }

  @Route(catalog.removeCategory)
  async remove(@ValidatedInput() { session, params }: Input<typeof catalog.removeCategory>) {
    await this.assortment.remove(session, 'category', { id: params.id });
    return { message: 'Category removed' };
  }
}
