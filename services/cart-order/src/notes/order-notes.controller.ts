import { cartOrder } from '@shop/contracts';
import { ContractController, Idempotency, type Input, Route, ValidatedInput } from '@shop/service-kit';
import { OrderNotesService } from './order-notes.service.ts';

@ContractController()
export class OrderNotesController {
  constructor(
    private readonly notes: OrderNotesService,
    private readonly idempotency: Idempotency,
  ) {}

  @Route(cartOrder.listOrderNotes)
  async list(@ValidatedInput() { params }: Input<typeof cartOrder.listOrderNotes>) {
    return { notes: await this.notes.list(params.id) };
  }

  @Route(cartOrder.addOrderNote)
  add(@ValidatedInput() input: Input<typeof cartOrder.addOrderNote>) {
    const { session, params, body } = input;
    return this.idempotency.once(input, async (transaction) => ({
      note: await this.notes.add(session, params.id, body.text, transaction),
    }));
  }

  @Route(cartOrder.removeOrderNote)
  async remove(@ValidatedInput() { session, params }: Input<typeof cartOrder.removeOrderNote>) {
    await this.notes.remove(session, params.id, params.noteId);
    return { id: params.noteId };
  }
}
