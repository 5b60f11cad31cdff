import { content } from '@shop/contracts';
import { CallController, Given, type Input, Route } from '@shop/service-kit';
import { PagesService } from './pages.service.ts';

@CallController()
export class PagesController {
  constructor(private readonly pages: PagesService) {}

  @Route(content.getPage)
  async get(@Given() { params }: Input<typeof content.getPage>) {
    return { page: await this.pages.get(params.slug) };
  }

  @Route(content.changePage)
  async change(@Given() { session, params, body }: Input<typeof content.changePage>) {
    return { page: await this.pages.change(session, params.slug, body) };
  }
}
