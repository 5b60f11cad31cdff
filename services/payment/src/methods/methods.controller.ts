import { payment } from '@shop/contracts';
import { ContractController, type Input, Route, ValidatedInput } from '@shop/service-kit';
import { MethodsService } from './methods.service.ts';

@ContractController()
export class MethodsController {
  constructor(private readonly methods: MethodsService) {}

  @Route(payment.listMethods)
  async list() {
    return { methods: await this.methods.offered() };
  }

  @Route(payment.listMethodsForStaff)
  async listForStaff() {
    return { methods: await this.methods.forStaff() };
  }

  @Route(payment.switchMethod)
  async switch(@ValidatedInput() { session, params, body }: Input<typeof payment.switchMethod>) {
    return { method: await this.methods.switch(session, params.provider, body.isOn) };
  }
}
