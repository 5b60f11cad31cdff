import { cartOrder } from '@shop/contracts';
import { ContractController, type Input, Route, ValidatedInput } from '@shop/service-kit';
import { CouriersService } from './couriers.service.ts';

@ContractController()
export class CouriersController {
  constructor(private readonly couriers: CouriersService) {}

  @Route(cartOrder.listCouriers)
  async list() {
    return { couriers: await this.couriers.list() };
  }

  @Route(cartOrder.saveCourier)
  async save(@ValidatedInput() { session, body, version }: Input<typeof cartOrder.saveCourier>) {
    return { courier: await this.couriers.save(session, body, version) };
  }

  @Route(cartOrder.removeCourier)
  async remove(@ValidatedInput() { session, params }: Input<typeof cartOrder.removeCourier>) {
    return { name: await this.couriers.remove(session, params.name) };
  }
}
