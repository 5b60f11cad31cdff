import { catalog } from '@shop/contracts';
import { ContractController, Idempotency, type Input, Route, ValidatedInput } from '@shop/service-kit';
import { ProductEditsService } from './product-edits.service.ts';

@ContractController()
export class ProductEditsController {
  constructor(
    private readonly edits: ProductEditsService,
    private readonly idempotency: Idempotency,
  ) {}

  @Route(catalog.chooseProducts)
  choose(@ValidatedInput() input: Input<typeof catalog.chooseProducts>) {
    return this.idempotency.once(input, (transaction) => this.edits.choose(input.session, input.body, transaction));
  }

  @Route(catalog.listProductEdits)
  list(@ValidatedInput() { query }: Input<typeof catalog.listProductEdits>) {
    return this.edits.list(query);
  }

  @Route(catalog.getProductEdit)
  get(@ValidatedInput() { params }: Input<typeof catalog.getProductEdit>) {
    return this.edits.get(params.id);
  }

  @Route(catalog.listProductEditRows)
  rows(@ValidatedInput() { params, query }: Input<typeof catalog.listProductEditRows>) {
    return this.edits.rows(params.id, query);
  }

  @Route(catalog.previewProductEdit)
  preview(@ValidatedInput() { params, body }: Input<typeof catalog.previewProductEdit>) {
    return this.edits.preview(params.id, body);
  }

  @Route(catalog.applyProductEdit)
  apply(@ValidatedInput() { session, params, body }: Input<typeof catalog.applyProductEdit>) {
    return this.edits.apply(session, params.id, body.preview);
  }

  @Route(catalog.undoProductEdit)
  undo(@ValidatedInput() { session, params }: Input<typeof catalog.undoProductEdit>) {
    return this.edits.undo(session, params.id);
  }
}
