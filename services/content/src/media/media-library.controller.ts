import { content } from '@shop/contracts';
import { ContractController, type Input, Route, ValidatedInput } from '@shop/service-kit';
import { MediaLibrary } from './media-library.ts';

@ContractController()
export class MediaLibraryController {
  constructor(private readonly library: MediaLibrary) {}

  @Route(content.listMedia)
  list(@ValidatedInput() { query }: Input<typeof content.listMedia>) {
    return this.library.list(query);
  }

  @Route(content.removeMedium)
  async remove(@ValidatedInput() { params, session }: Input<typeof content.removeMedium>) {
    await this.library.remove(session, params.kind, params.name);
    return { message: 'Removed' };
  }
}
