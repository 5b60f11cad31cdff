import { catalog } from '@shop/contracts';
import { ContractController, ValidatedInput, Idempotency, type Input, Route } from '@shop/service-kit';
import { CustomizationsService } from './customizations.service.ts';

@ContractController()
export class CustomizationsController {
  constructor(
    private readonly customizations: CustomizationsService,
    private readonly idempotency: Idempotency,
  ) {}

  @Route(catalog.getCustomization)
  async ofGroup(@ValidatedInput() { params }: Input<typeof catalog.getCustomization>) {
    return { customization: await this.customizations.ofGroup(params.group) };
  }

  @Route(catalog.listCustomizations)
  async list() {
    return { customizations: await this.customizations.list() };
  }

  @Route(catalog.createCustomization)
  create(@ValidatedInput() input: Input<typeof catalog.createCustomization>) {
    return this.idempotency.once(input, async (transaction) => ({
      message: 'Customization created successfully',
      customization: await this.customizations.create(input.session, input.body, transaction),
    }));
  }

  @Route(catalog.changeCustomization)
  async change(@ValidatedInput() { session, params, body, version }: Input<typeof catalog.changeCustomization>) {
    return {
      message: 'Customization updated successfully',
      customization: await this.customizations.change(session, params.id, body, version),
    };
  }

  @Route(catalog.removeCustomization)
  async remove(@ValidatedInput() { session, params }: Input<typeof catalog.removeCustomization>) {
    await this.customizations.remove(session, params.id);
    return { message: 'Customization deleted successfully' };
  }
}
