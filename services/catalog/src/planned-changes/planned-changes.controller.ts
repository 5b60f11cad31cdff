import { catalog } from '@shop/contracts';
import { ContractController, Idempotency, type Input, Route, ValidatedInput } from '@shop/service-kit';
import { PlannedChangesService } from './planned-changes.service.ts';

@ContractController()
export class PlannedChangesController {
  constructor(
    private readonly changes: PlannedChangesService,
    private readonly idempotency: Idempotency,
  ) {}

  @Route(catalog.planProductChange)
  plan(@ValidatedInput() input: Input<typeof catalog.planProductChange>) {
    return this.idempotency.once(input, (transaction) => this.changes.plan(input.session, input.body, transaction));
  }

  @Route(catalog.listPlannedChanges)
  list(@ValidatedInput() { query }: Input<typeof catalog.listPlannedChanges>) {
    return this.changes.list(query);
  }

  @Route(catalog.takePlannedChangeBack)
  takeBack(@ValidatedInput() { session, params }: Input<typeof catalog.takePlannedChangeBack>) {
    return this.changes.takeBack(session, params.id);
  }
}
