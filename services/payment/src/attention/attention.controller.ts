import { payment } from '@shop/contracts';
import { CallController, Given, type Input, Route } from '@shop/service-kit';
import { AttentionService } from './attention.service.ts';

@CallController()
export class AttentionController {
  constructor(private readonly attention: AttentionService) {}

  @Route(payment.listAttention)
  list(@Given() { query }: Input<typeof payment.listAttention>) {
    return this.attention.list(query);
  }

  @Route(payment.resolveAttention)
  async resolve(@Given() { session, params, body }: Input<typeof payment.resolveAttention>) {
    return { attention: await this.attention.resolve(session, params.id, body) };
  }
}
