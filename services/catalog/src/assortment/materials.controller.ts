import { catalog } from '@shop/contracts';
import { ContractController, ValidatedInput, Idempotency, type Input, Route } from '@shop/service-kit';
import { AssortmentService } from './assortment.service.ts';
import type { Branch } from './branch.schema.ts';

const materialOf = ({ _id, name, sub, image }: Branch): catalog.Material => ({
  _id: String(_id),
  tag: name,
  sub,
  ...(image && { image }),
});

@ContractController()
export class MaterialsController {
  constructor(
    private readonly assortment: AssortmentService,
    private readonly idempotency: Idempotency,
  ) {}

  @Route(catalog.listMaterials)
  async list() {
    return { materials: (await this.assortment.list('material')).map(materialOf) };
  }

  @Route(catalog.createMaterial)
  create(@ValidatedInput() input: Input<typeof catalog.createMaterial>) {
    const { tag: name, ...rest } = input.body;
    return this.idempotency.once(input, async (transaction) => ({
      message: 'Material created',
      material: materialOf(await this.assortment.create(input.session, 'material', { name, ...rest }, transaction)),
    }));
  }

  @Route(catalog.addSubMaterial)
  async addSub(@ValidatedInput() { session, body }: Input<typeof catalog.addSubMaterial>) {
    const branch = await this.assortment.addSub(session, 'material', body.tag, body.sub);
    return { message: 'Sub-tag added', material: materialOf(branch) };
  }

  @Route(catalog.removeSubMaterial)
  async removeSub(@ValidatedInput() { session, body }: Input<typeof catalog.removeSubMaterial>) {
    const branch = await this.assortment.removeSub(session, 'material', body.tag, body.sub);
    return { message: 'Sub-tag removed', material: materialOf(branch) };
  }

  @Route(catalog.changeMaterial)
  async change(@ValidatedInput() { session, params, body }: Input<typeof catalog.changeMaterial>) {
    const { tag: name, ...rest } = body;
    const branch = await this.assortment.change(session, 'material', params.id, { name, ...rest });
    return { message: 'Material updated', material: materialOf(branch) };
  }

  @Route(catalog.removeMaterial)
  async remove(@ValidatedInput() { session, params }: Input<typeof catalog.removeMaterial>) {
    await this.assortment.remove(session, 'material', { name: params.tag });
    return { message: 'Material removed' };
  }
}
