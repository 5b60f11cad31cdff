import { payment } from '@shop/contracts';
import { ContractController, ValidatedInput, type Input, Route } from '@shop/service-kit';
import { AttentionService } from './attention.service.ts';

@ContractController()
export class AttentionController {
  constructor(private readonly attention: AttentionService) {}

  @Route(payment.listAttention)
  list(@ValidatedInput() { query }: Input<typeof payment.listAttention>) {
    return this.attention.list(query);
  }

  @Route(payment.takeAttention)
  async take(@ValidatedInput() { session, params, body }: Input<typeof payment.takeAttention>) {
    return { attention: await this.attention.take(session, params.id, body) };
  }

  @Route(payment.resolveAttention)
  async resolve(@ValidatedInput() { session, params, body }: Input<typeof payment.resolveAttention>) {
    return { attention: await this.attention.resolve(session, params.id, body) };
  }
}
