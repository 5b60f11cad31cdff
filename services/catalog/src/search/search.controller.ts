import { catalog } from '@shop/contracts';
import { ContractController, ValidatedInput, type Input, Route } from '@shop/service-kit';
import { PopularSearches } from './popular-searches.ts';
import { SearchService } from './search.service.ts';

@ContractController()
export class SearchController {
  constructor(
    private readonly searching: SearchService,
    private readonly popular: PopularSearches,
  ) {}

  @Route(catalog.search)
  search(@ValidatedInput() { query }: Input<typeof catalog.search>) {
    return this.searching.search(query);
  }

  @Route(catalog.suggest)
  async suggest(@ValidatedInput() { query }: Input<typeof catalog.suggest>) {
    return { suggestions: await this.searching.suggest(query.q) };
  }

  @Route(catalog.popularSearches)
  async popularSearches() {
    return { searches: await this.popular.list() };
  }
}
