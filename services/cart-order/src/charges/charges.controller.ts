import { cartOrder } from '@shop/contracts';
import { ContractController, ValidatedInput, Idempotency, type Input, Route } from '@shop/service-kit';
import { ChargesService, readSettingsOf } from './charges.service.ts';

@ContractController()
export class ChargesController {
  constructor(
    private readonly charges: ChargesService,
    private readonly idempotency: Idempotency,
  ) {}

  @Route(cartOrder.getCharges)
  async get() {
    const { settings, untouched } = await this.charges.read();
    return { data: { ...readSettingsOf(settings), ...(untouched && { untouched }) } };
  }

  @Route(cartOrder.getTax)
  async tax() {
    return { tax: await this.charges.tax() };
  }

  @Route(cartOrder.createCharges)
  create(@ValidatedInput() input: Input<typeof cartOrder.createCharges>) {
    return this.idempotency.once(input, async (transaction) => ({
      message: 'Charges created',
      data: readSettingsOf(await this.charges.create(input.session, input.body, transaction)),
    }));
  }

  @Route(cartOrder.updateCharges)
  async update(@ValidatedInput() { session, body, version }: Input<typeof cartOrder.updateCharges>) {
    return { message: 'Charges updated', data: readSettingsOf(await this.charges.update(session, body, version)) };
  }

  @Route(cartOrder.saveInternationalRate)
  async saveRate(@ValidatedInput() { session, body, version }: Input<typeof cartOrder.saveInternationalRate>) {
    return { message: 'Saved', data: readSettingsOf(await this.charges.saveRate(session, body, version)) };
  }

  @Route(cartOrder.removeInternationalRate)
  async removeRate(@ValidatedInput() { session, params }: Input<typeof cartOrder.removeInternationalRate>) {
    return { message: 'Rate removed', data: readSettingsOf(await this.charges.removeRate(session, params)) };
  }

  @Route(cartOrder.importInternationalRates)
  importRates(@ValidatedInput() { session, body }: Input<typeof cartOrder.importInternationalRates>) {
    return this.charges.importRates(session, body);
  }

  @Route(cartOrder.exportInternationalRates)
  async exportRates() {
    return { csv: await this.charges.exportRates() };
  }
}
