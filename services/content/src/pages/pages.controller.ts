import { content } from '@shop/contracts';
import { ContractController, Idempotency, ValidatedInput, type Input, Route } from '@shop/service-kit';
import { PagesService } from './pages.service.ts';

@ContractController()
export class PagesController {
  constructor(
    private readonly pages: PagesService,
    private readonly idempotency: Idempotency,
  ) {}

  @Route(content.getPage)
  async get(@ValidatedInput() { params }: Input<typeof content.getPage>) {
    return { page: await this.pages.get(params.slug) };
  }

  @Route(content.getAddedPage)
  async getAdded(@ValidatedInput() { params }: Input<typeof content.getAddedPage>) {
    return { page: await this.pages.getAdded(params.slug) };
  }

  @Route(content.listPages)
  async list() {
    return { pages: await this.pages.listAdded() };
  }

  @Route(content.listPagesForStaff)
  async listForStaff() {
    return { pages: await this.pages.listForStaff() };
  }

  @Route(content.getPageForStaff)
  async getForStaff(@ValidatedInput() { params }: Input<typeof content.getPageForStaff>) {
    return { page: await this.pages.getForStaff(params.slug) };
  }

  @Route(content.createPage)
  create(@ValidatedInput() input: Input<typeof content.createPage>) {
    return this.idempotency.once(input, async (transaction) => ({
      page: await this.pages.view(await this.pages.create(input.session, input.body, transaction)),
    }));
  }

  @Route(content.changePage)
  async change(@ValidatedInput() { session, params, body, version }: Input<typeof content.changePage>) {
    const {
      slug: _,
      updatedAt,
      ...page
    } = await this.pages.view(await this.pages.change(session, params.slug, body, version));
    return { page: { ...page, slug: params.slug, updatedAt: updatedAt! } };
  }

  @Route(content.changeAddedPage)
  async changeAdded(@ValidatedInput() { session, params, body, version }: Input<typeof content.changeAddedPage>) {
    return { page: await this.pages.view(await this.pages.changeAdded(session, params.slug, body, version)) };
  }

  @Route(content.removePage)
  async remove(@ValidatedInput() { session, params }: Input<typeof content.removePage>) {
    await this.pages.remove(session, params.slug);
    return { message: 'Page deleted' };
  }
}
