import { cartOrder } from '@shop/contracts';
import { ContractController, type Input, Route, ValidatedInput } from '@shop/service-kit';
import { AlertsService } from './alerts.service.ts';

@ContractController()
export class AlertsController {
  constructor(private readonly alerts: AlertsService) {}

  @Route(cartOrder.wantAlert)
  async want(@ValidatedInput() { session, params, body }: Input<typeof cartOrder.wantAlert>) {
    return { alert: await this.alerts.want(session.userId, params, body.consent) };
  }

  @Route(cartOrder.withdrawAlert)
  async withdraw(@ValidatedInput() { session, params }: Input<typeof cartOrder.withdrawAlert>) {
    await this.alerts.withdraw({ userId: session.userId }, params, 'account');
    return { isWanted: false as const };
  }

  @Route(cartOrder.askForAlert)
  async ask(@ValidatedInput() { body }: Input<typeof cartOrder.askForAlert>) {
    await this.alerts.ask(body.email, body.productId, body.consent);
    return { isAsked: true as const };
  }

  @Route(cartOrder.showAlertsByLink)
  async show(@ValidatedInput() { params }: Input<typeof cartOrder.showAlertsByLink>) {
    return { alerts: await this.alerts.byLink(params.token) };
  }

  @Route(cartOrder.confirmAlertsByLink)
  async confirm(@ValidatedInput() { params }: Input<typeof cartOrder.confirmAlertsByLink>) {
    return { alerts: await this.alerts.confirm(params.token) };
  }

  @Route(cartOrder.withdrawAlertsByLink)
  async withdrawByLink(@ValidatedInput() { params, body }: Input<typeof cartOrder.withdrawAlertsByLink>) {
    return { alerts: await this.alerts.withdrawByLink(params.token, body.only, 'link') };
  }

  @Route(cartOrder.unsubscribe)
  async unsubscribe(@ValidatedInput() { params }: Input<typeof cartOrder.unsubscribe>) {
    await this.alerts.withdrawByLink(params.token, undefined, 'one-click');
    return { isWithdrawn: true as const };
  }
}
