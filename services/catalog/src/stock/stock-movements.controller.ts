import { catalog } from '@shop/contracts';
import { ContractController, ValidatedInput, Idempotency, type Input, Route } from '@shop/service-kit';
import { StockMovementsService } from './stock-movements.service.ts';
import { StockSummaryService } from './stock-summary.service.ts';

@ContractController()
export class StockMovementsController {
  constructor(
    private readonly movements: StockMovementsService,
    private readonly summary: StockSummaryService,
    private readonly idempotency: Idempotency,
  ) {}

  @Route(catalog.listStockMovements)
  list(@ValidatedInput() { params, query }: Input<typeof catalog.listStockMovements>) {
    return this.movements.list(params.id, query);
  }

  @Route(catalog.summarizeStock)
  summarize(@ValidatedInput() { query }: Input<typeof catalog.summarizeStock>) {
    return this.summary.of(query);
  }

  @Route(catalog.recordStockMovement)
  record(@ValidatedInput() input: Input<typeof catalog.recordStockMovement>) {
    return this.idempotency.once(input, (transaction) =>
      this.movements.record(input.session, input.params.id, input.body, transaction),
    );
  }
}
