import { catalog } from '@shop/contracts';
import { ContractController, ValidatedInput, type Input, Route } from '@shop/service-kit';
import { SearchService } from './search.service.ts';

@ContractController()
export class SearchController {
  constructor(private readonly searching: SearchService) {}

  @Route(catalog.search)
  search(@ValidatedInput() { query }: Input<typeof catalog.search>) {
    return this.searching.search(query);
  }

  @Route(catalog.suggest)
  async suggest(@ValidatedInput() { query }: Input<typeof catalog.suggest>) {
    return { suggestions: await this.searching.suggest(query.q) };
  }
}
