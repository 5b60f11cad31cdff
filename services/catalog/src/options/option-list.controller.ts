import type { Type } from '@nestjs/common';
import { catalog, rupeesFrom } from '@shop/contracts';
import { ContractController, ValidatedInput, Idempotency, type Input, Route } from '@shop/service-kit';
import type { Option } from './option.schema.ts';
import { type OptionEntry, OptionsService } from './options.service.ts';

/** Creates the controller of one option list; the sixteen differ in their paths and the name of the value. */
export function optionListController(kind: catalog.OptionKind): Type {
  // Typed as one of the lists: they differ in one field name only.
  const calls = catalog.optionLists[kind] as unknown as catalog.OptionListCalls<'metal-tone'>;
  const field = catalog.OPTION_LISTS[kind].field as 'name';

  const viewOf = ({ _id, value, pricePaise, image }: Option) =>
    ({ _id: String(_id), [field]: value, price: rupeesFrom(pricePaise), image }) as {
      _id: string;
      name: string;
      price: number;
      image?: string;
    };
  const entryOf = (body: { name: string; price: number; image?: string }): OptionEntry => ({
    value: body[field],
    price: body.price,
    image: body.image,
  });

  @ContractController()
  class OptionListController {
    constructor(
      private readonly options: OptionsService,
      private readonly idempotency: Idempotency,
    ) {}

    @Route(calls.list)
    async list() {
      return { data: (await this.options.list(kind)).map(viewOf) };
    }

    @Route(calls.create)
    create(@ValidatedInput() input: Input<typeof calls.create>) {
      return this.idempotency.once(input, async (transaction) => ({
        data: viewOf(await this.options.create(input.session, kind, entryOf(input.body), transaction)),
      }));
    }

    @Route(calls.change)
    async change(@ValidatedInput() { session, params, body }: Input<typeof calls.change>) {
      return { data: viewOf(await this.options.change(session, kind, params.id, entryOf(body))) };
    }

    @Route(calls.remove)
    async remove(@ValidatedInput() { session, params }: Input<typeof calls.remove>) {
      await this.options.remove(session, kind, params.id);
      return { _id: params.id };
    }
  }
  return OptionListController;
}
