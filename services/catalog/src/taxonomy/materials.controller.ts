import { catalog } from '@shop/contracts';
import { ContractController, ValidatedInput, Idempotency, type Input, Route } from '@shop/service-kit';
import { TaxonomyService } from './taxonomy.service.ts';
import { formerOf } from './former-names.rules.ts';
import { materialOf } from './taxonomy.view.ts';

@ContractController()
export class MaterialsController {
  constructor(
    private readonly taxonomy: TaxonomyService,
    private readonly idempotency: Idempotency,
  ) {}

  @Route(catalog.listMaterials)
  async list() {
    return {
      materials: (await this.taxonomy.list('material')).map((entry) => ({ ...materialOf(entry), ...formerOf(entry) })),
    };
  }

  @Route(catalog.createMaterial)
  create(@ValidatedInput() input: Input<typeof catalog.createMaterial>) {
    const { tag: name, ...rest } = input.body;
    return this.idempotency.once(input, async (transaction) => ({
      message: 'Material created',
      material: materialOf(await this.taxonomy.create(input.session, 'material', { name, ...rest }, transaction)),
    }));
  }

  @Route(catalog.addSubMaterial)
  async addSub(@ValidatedInput() { session, body }: Input<typeof catalog.addSubMaterial>) {
    const entry = await this.taxonomy.addSub(session, 'material', { name: body.tag, sub: body.sub }, materialOf);
    return { message: 'Sub-tag added', material: materialOf(entry) };
  }

  @Route(catalog.removeSubMaterial)
  async removeSub(@ValidatedInput() { session, body }: Input<typeof catalog.removeSubMaterial>) {
    const entry = await this.taxonomy.removeSub(session, 'material', { name: body.tag, sub: body.sub }, materialOf);
    return { message: 'Sub-tag removed', material: materialOf(entry) };
  }

  @Route(catalog.changeMaterial)
  async change(@ValidatedInput() { session, params, body, version }: Input<typeof catalog.changeMaterial>) {
    const { tag: name, ...rest } = body;
    const entry = await this.taxonomy.change(
      session,
      'material',
      params.id,
      { name, ...rest },
      { version, view: materialOf },
    );
    return { message: 'Material updated', material: materialOf(entry) };
  }

  @Route(catalog.removeMaterial)
  async remove(@ValidatedInput() { session, params }: Input<typeof catalog.removeMaterial>) {
    await this.taxonomy.remove(session, 'material', { name: params.tag });
    return { message: 'Material removed' };
  }
}
