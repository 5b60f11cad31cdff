import { catalog } from '@shop/contracts';
import { ContractController, ValidatedInput, Idempotency, type Input, Route } from '@shop/service-kit';
import { TaxonomyService } from './taxonomy.service.ts';
import { formerOf } from './former-names.rules.ts';
import { categoryOf } from './taxonomy.view.ts';

@ContractController()
export class CategoriesController {
  constructor(
    private readonly taxonomy: TaxonomyService,
    private readonly idempotency: Idempotency,
  ) {}

  @Route(catalog.listCategories)
  async list() {
    return {
      categories: (await this.taxonomy.list('category')).map((entry) => ({ ...categoryOf(entry), ...formerOf(entry) })),
    };
  }

  @Route(catalog.createCategory)
  create(@ValidatedInput() input: Input<typeof catalog.createCategory>) {
    const { main: name, ...rest } = input.body;
    return this.idempotency.once(input, async (transaction) => ({
      message: 'Category created',
      category: categoryOf(await this.taxonomy.create(input.session, 'category', { name, ...rest }, transaction)),
    }));
  }

  @Route(catalog.addSubCategory)
  async addSub(@ValidatedInput() { session, body }: Input<typeof catalog.addSubCategory>) {
    const entry = await this.taxonomy.addSub(session, 'category', { name: body.main, sub: body.sub }, categoryOf);
    return { message: 'Sub-category added', category: categoryOf(entry) };
  }

  @Route(catalog.removeSubCategory)
  async removeSub(@ValidatedInput() { session, body }: Input<typeof catalog.removeSubCategory>) {
    const entry = await this.taxonomy.removeSub(session, 'category', { name: body.main, sub: body.sub }, categoryOf);
    return { message: 'Sub-category removed', category: categoryOf(entry) };
  }

  @Route(catalog.changeCategory)
  async change(@ValidatedInput() { session, params, body, version }: Input<typeof catalog.changeCategory>) {
    const { main: name, ...rest } = body;
    const entry = await this.taxonomy.change(
      session,
      'category',
      params.id,
      { name, ...rest },
      { version, view: categoryOf },
    );
    return { message: 'Category updated', category: categoryOf(entry) };
  }

  @Route(catalog.removeCategory)
  async remove(@ValidatedInput() { session, params }: Input<typeof catalog.removeCategory>) {
    await this.taxonomy.remove(session, 'category', { id: params.id });
    return { message: 'Category removed' };
  }
}
