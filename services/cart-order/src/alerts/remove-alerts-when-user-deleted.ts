import { Controller } from '@nestjs/common';
import { type EventOf, identity } from '@shop/contracts';
import { type EventContext, OnEvent, work } from '@shop/service-kit';
import { AlertsRepository } from './alerts.repository.ts';

@Controller()
export class RemoveAlertsWhenUserDeleted {
  constructor(private readonly alerts: AlertsRepository) {}

  @OnEvent(identity.userDeleted, work('remove-alerts-when-user-deleted'))
  async handle({ data }: EventOf<typeof identity.userDeleted>, { session }: EventContext): Promise<void> {
    await this.alerts.remove({ userId: data.userId }, session);
  }
}
