import { content } from '@shop/contracts';
import { ContractController, ValidatedInput, type Input, Route } from '@shop/service-kit';
import { PagesService } from './pages.service.ts';

@ContractController()
export class PagesController {
  constructor(private readonly pages: PagesService) {}

  @Route(content.getPage)
  async get(@ValidatedInput() { params }: Input<typeof content.getPage>) {
    return { page: await this.pages.get(params.slug) };
  }

  @Route(content.changePage)
  async change(@ValidatedInput() { session, params, body }: Input<typeof content.changePage>) {
    return { page: await this.pages.change(session, params.slug, body) };
  }
}
