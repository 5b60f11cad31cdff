import { catalog } from '@shop/contracts';
import { CallController, Given, Idempotency, type Input, Route } from '@shop/service-kit';
import { CategoriesService } from './categories.service.ts';

@CallController()
export class CategoriesController {
  constructor(
    private readonly categories: CategoriesService,
    private readonly idempotency: Idempotency,
  ) {}

  @Route(catalog.listCategories)
  async list() {
    return { categories: await this.categories.list() };
  }

  @Route(catalog.createCategory)
  create(@Given() input: Input<typeof catalog.createCategory>) {
    return this.idempotency.once(input, async (transaction) => ({
      message: 'Category created',
      category: await this.categories.create(input.session, input.body, transaction),
    }));
  }

  @Route(catalog.addSubCategory)
  async addSub(@Given() { session, body }: Input<typeof catalog.addSubCategory>) {
    return { message: 'Sub-category added', category: await this.categories.addSub(session, body) };
  }

  @Route(catalog.removeSubCategory)
  async removeSub(@Given() { session, body }: Input<typeof catalog.removeSubCategory>) {
    return { message: 'Sub-category removed', category: await this.categories.removeSub(session, body) };
  }

  @Route(catalog.changeCategory)
  async change(@Given() { session, params, body }: Input<typeof catalog.changeCategory>) {
    return { message: 'Category updated', category: await this.categories.change(session, params.id, body) };
  }

  @Route(catalog.removeCategory)
  async remove(@Given() { session, params }: Input<typeof catalog.removeCategory>) {
    await this.categories.remove(session, params.id);
    return { message: 'Category removed' };
  }
}
