import { catalog } from '@shop/contracts';
import { ContractController, ValidatedInput, Idempotency, type Input, Route } from '@shop/service-kit';
import { CollectionsService } from './collections.service.ts';
import { StaffCollectionsService } from './staff-collections.service.ts';

@ContractController()
export class CollectionsController {
  constructor(
    private readonly collections: CollectionsService,
    private readonly staff: StaffCollectionsService,
    private readonly idempotency: Idempotency,
  ) {}

  @Route(catalog.listCollections)
  async list() {
    return { collections: await this.collections.list() };
  }

  @Route(catalog.listCollection)
  listing(@ValidatedInput() { params, query }: Input<typeof catalog.listCollection>) {
    return this.collections.listing(params.slug, query);
  }

  @Route(catalog.listCollectionsForStaff)
  async listForStaff() {
    return { collections: await this.staff.list() };
  }

  @Route(catalog.previewCollection)
  preview(@ValidatedInput() { body }: Input<typeof catalog.previewCollection>) {
    return this.collections.preview(body);
  }

  @Route(catalog.createCollection)
  create(@ValidatedInput() input: Input<typeof catalog.createCollection>) {
    return this.idempotency.once(input, async (transaction) => ({
      message: 'Collection created',
      collection: await this.staff.view(await this.staff.create(input.session, input.body, transaction)),
    }));
  }

  @Route(catalog.orderCollections)
  async order(@ValidatedInput() { session, body }: Input<typeof catalog.orderCollections>) {
    await this.staff.order(session, body.ids);
    return { message: 'Order saved' };
  }

  @Route(catalog.changeCollection)
  async change(@ValidatedInput() { session, params, body, version }: Input<typeof catalog.changeCollection>) {
    return { message: 'Collection updated', collection: await this.staff.change(session, params.id, body, version) };
  }

  @Route(catalog.removeCollection)
  async remove(@ValidatedInput() { session, params }: Input<typeof catalog.removeCollection>) {
    await this.staff.remove(session, params.id);
    return { message: 'Collection removed' };
  }
}
