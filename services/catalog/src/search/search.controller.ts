import { catalog } from '@shop/contracts';
import { CallController, Given, type Input, Route } from '@shop/service-kit';
import { SearchService } from './search.service.ts';

@CallController()
export class SearchController {
  constructor(private readonly searching: SearchService) {}

  @Route(catalog.search)
  search(@Given() { query }: Input<typeof catalog.search>) {
    return this.searching.search(query);
  }

  @Route(catalog.suggest)
  suggest(@Given() { query }: Input<typeof catalog.suggest>) {
    return { suggestions: this.searching.suggest(query.q) };
  }
}
