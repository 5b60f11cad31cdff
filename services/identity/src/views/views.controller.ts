import { identity } from '@shop/contracts';
import { ContractController, Idempotency, type Input, Route, ValidatedInput } from '@shop/service-kit';
import { ViewsService } from './views.service.ts';

@ContractController()
export class ViewsController {
  constructor(
    private readonly views: ViewsService,
    private readonly idempotency: Idempotency,
  ) {}

  @Route(identity.listViews)
  async list(@ValidatedInput() { session, query }: Input<typeof identity.listViews>) {
    return { views: await this.views.list(session.userId, query.list) };
  }

  @Route(identity.createView)
  create(@ValidatedInput() input: Input<typeof identity.createView>) {
    return this.idempotency.once(input, async (transaction) => ({
      view: await this.views.create(input.session, input.body, transaction),
    }));
  }

  @Route(identity.changeView)
  async change(@ValidatedInput() { session, params, body, version }: Input<typeof identity.changeView>) {
    return { view: await this.views.change(session, params.id, body, version) };
  }

  @Route(identity.removeView)
  async remove(@ValidatedInput() { session, params }: Input<typeof identity.removeView>) {
    await this.views.remove(session, params.id);
    return { id: params.id };
  }

  @Route(identity.chooseDefaultView)
  async chooseDefault(@ValidatedInput() { session, body }: Input<typeof identity.chooseDefaultView>) {
    return { views: await this.views.chooseDefault(session.userId, body) };
  }
}
