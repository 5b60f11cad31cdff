import { catalog } from '@shop/contracts';
import { CallController, Given, Idempotency, type Input, Route } from '@shop/service-kit';
import { MaterialsService } from './materials.service.ts';

@CallController()
export class MaterialsController {
  constructor(
    private readonly materials: MaterialsService,
    private readonly idempotency: Idempotency,
  ) {}

  @Route(catalog.listMaterials)
  async list() {
    return { materials: await this.materials.list() };
  }

  @Route(catalog.createMaterial)
  create(@Given() input: Input<typeof catalog.createMaterial>) {
    return this.idempotency.once(input, async (transaction) => ({
      message: 'Material created',
      material: await this.materials.create(input.session, input.body, transaction),
    }));
  }

  @Route(catalog.addSubMaterial)
  async addSub(@Given() { session, body }: Input<typeof catalog.addSubMaterial>) {
    return { message: 'Sub-tag added', material: await this.materials.addSub(session, body) };
  }

  @Route(catalog.removeSubMaterial)
  async removeSub(@Given() { session, body }: Input<typeof catalog.removeSubMaterial>) {
    return { message: 'Sub-tag removed', material: await this.materials.removeSub(session, body) };
  }

  @Route(catalog.changeMaterial)
  async change(@Given() { session, params, body }: Input<typeof catalog.changeMaterial>) {
    return { message: 'Material updated', material: await this.materials.change(session, params.id, body) };
  }

  @Route(catalog.removeMaterial)
  async remove(@Given() { session, params }: Input<typeof catalog.removeMaterial>) {
    await this.materials.remove(session, params.id);
    return { message: 'Material removed' };
  }
}
