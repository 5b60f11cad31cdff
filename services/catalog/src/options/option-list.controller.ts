import type { Type } from '@nestjs/common';
import { catalog } from '@shop/contracts';
import {
  ContractController,
  ValidatedInput,
  Idempotency,
  type Input,
  Route,
  type UploadedFile,
} from '@shop/service-kit';
import { optionViewOf } from './option.view.ts';
import { type OptionEntry, OptionsService } from './options.service.ts';
import { Pictures } from '../pictures/pictures.ts';

/** Creates the controller of one option list; the sixteen differ in their paths and the name of the value. */
export function optionListController(kind: catalog.OptionKind): Type {
  // Typed as one of the lists: they differ in one field name only.
  const calls = catalog.optionLists[kind] as unknown as catalog.OptionListCalls<'metal-tone'>;
  const field = catalog.OPTION_LISTS[kind].field as 'name';

  const viewOf = optionViewOf(kind);
  const entryOf = (body: { name: string; price: number; image?: string }): OptionEntry => ({
    value: body[field],
    price: body.price,
    image: body.image,
  });

  @ContractController()
  class OptionListController {
    constructor(
      private readonly options: OptionsService,
      private readonly pictures: Pictures,
      private readonly idempotency: Idempotency,
    ) {}

    @Route(calls.list)
    async list() {
      return { data: (await this.options.list(kind)).map(viewOf) };
    }

    @Route(calls.create)
    async create(@ValidatedInput() input: Input<typeof calls.create>) {
      const entry = await this.#entryFrom(input.body, input.files['image']);
      return this.idempotency.once(input, async (transaction) => ({
        data: viewOf(await this.options.create(input.session, kind, entry, transaction)),
      }));
    }

    @Route(calls.change)
    async change(@ValidatedInput() { session, params, body, files, version }: Input<typeof calls.change>) {
      const changes = { ...(await this.#entryFrom(body, files['image'])), carryAlong: body.carryAlong };
      const read = { version, view: viewOf };
      return { data: viewOf(await this.options.change(session, kind, params.id, changes, read)) };
    }

    @Route(calls.remove)
    async remove(@ValidatedInput() { session, params }: Input<typeof calls.remove>) {
      await this.options.remove(session, kind, params.id);
      return { _id: params.id };
    }

    /** A picture that is sent along is stored first: the same one again gets the same address. */
    async #entryFrom(body: Parameters<typeof entryOf>[0], picture: UploadedFile | undefined): Promise<OptionEntry> {
      return { ...entryOf(body), ...(picture && { image: (await this.pictures.store(picture)).src }) };
    }
  }
  return OptionListController;
}
