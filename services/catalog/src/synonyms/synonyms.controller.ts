import { catalog } from '@shop/contracts';
import { ContractController, ValidatedInput, Idempotency, type Input, Route } from '@shop/service-kit';
import { SynonymsService } from './synonyms.service.ts';

@ContractController()
export class SynonymsController {
  constructor(
    private readonly synonyms: SynonymsService,
    private readonly idempotency: Idempotency,
  ) {}

  @Route(catalog.listSynonyms)
  async list() {
    return { synonyms: await this.synonyms.list() };
  }

  @Route(catalog.createSynonym)
  create(@ValidatedInput() input: Input<typeof catalog.createSynonym>) {
    return this.idempotency.once(input, async (transaction) => ({
      message: 'Synonym created',
      synonym: await this.synonyms.create(input.session, input.body, transaction),
    }));
  }

  @Route(catalog.changeSynonym)
  async change(@ValidatedInput() { session, params, body, version }: Input<typeof catalog.changeSynonym>) {
    return { message: 'Synonym updated', synonym: await this.synonyms.change(session, params.id, body, version) };
  }

  @Route(catalog.removeSynonym)
  async remove(@ValidatedInput() { session, params }: Input<typeof catalog.removeSynonym>) {
    await this.synonyms.remove(session, params.id);
    return { message: 'Synonym removed' };
  }
}
