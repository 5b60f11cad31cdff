import { catalog } from '@shop/contracts';
import { ContractController, Idempotency, type Input, Route, ValidatedInput } from '@shop/service-kit';
import { ProductGroupsService } from './product-groups.service.ts';

@ContractController()
export class ProductGroupsController {
  constructor(
    private readonly groups: ProductGroupsService,
    private readonly idempotency: Idempotency,
  ) {}

  @Route(catalog.getProductGroup)
  async get(@ValidatedInput() { params }: Input<typeof catalog.getProductGroup>) {
    return { group: await this.groups.get(params.code) };
  }

  @Route(catalog.changeProductGroup)
  async change(@ValidatedInput() { session, params, body, version }: Input<typeof catalog.changeProductGroup>) {
    return { group: await this.groups.change(session, params.code, body, version) };
  }

  @Route(catalog.archiveProductGroup)
  async archive(@ValidatedInput() { session, params }: Input<typeof catalog.archiveProductGroup>) {
    return { group: await this.groups.archive(session, params.code) };
  }

  @Route(catalog.restoreProductGroup)
  async restore(@ValidatedInput() { session, params }: Input<typeof catalog.restoreProductGroup>) {
    return { group: await this.groups.restore(session, params.code) };
  }

  @Route(catalog.duplicateProductGroup)
  duplicate(@ValidatedInput() input: Input<typeof catalog.duplicateProductGroup>) {
    return this.idempotency.once(input, async (transaction) => ({
      group: await this.groups.duplicate(input.session, input.params.code, input.body, transaction),
    }));
  }
}
