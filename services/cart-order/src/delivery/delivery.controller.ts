import { cartOrder } from '@shop/contracts';
import { ContractController, type Input, Route, ValidatedInput } from '@shop/service-kit';
import { DeliveryService } from './delivery.service.ts';

@ContractController()
export class DeliveryController {
  constructor(private readonly delivery: DeliveryService) {}

  @Route(cartOrder.getDelivery)
  async get(@ValidatedInput() { params, query }: Input<typeof cartOrder.getDelivery>) {
    return { delivery: await this.delivery.get(params.pincode, query.madeToOrder === 'true') };
  }

  @Route(cartOrder.listDeliveryAreas)
  list(@ValidatedInput() { query }: Input<typeof cartOrder.listDeliveryAreas>) {
    return this.delivery.list(query);
  }

  @Route(cartOrder.saveDeliveryArea)
  async save(@ValidatedInput() { session, body, version }: Input<typeof cartOrder.saveDeliveryArea>) {
    return { area: await this.delivery.save(session, body, version) };
  }

  @Route(cartOrder.removeDeliveryArea)
  async remove(@ValidatedInput() { session, params }: Input<typeof cartOrder.removeDeliveryArea>) {
    await this.delivery.remove(session, params.pincode);
    return { pincode: params.pincode };
  }

  @Route(cartOrder.importDeliveryAreas)
  import(@ValidatedInput() { session, body }: Input<typeof cartOrder.importDeliveryAreas>) {
    return this.delivery.import(session, body);
  }

  @Route(cartOrder.exportDeliveryAreas)
  async export() {
    return { csv: await this.delivery.export() };
  }
}
