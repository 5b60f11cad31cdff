import { Controller } from '@nestjs/common';
import { type EventOf, identity } from '@shop/contracts';
import { type EventContext, OnEvent, work } from '@shop/service-kit';
import { ErasuresService } from './erasures.service.ts';

@Controller()
export class EraseBuyerWhenUserDeleted {
  constructor(private readonly erasures: ErasuresService) {}

  @OnEvent(identity.userDeleted, work('erase-buyer-when-user-deleted'))
  async handle({ data }: EventOf<typeof identity.userDeleted>, { session }: EventContext): Promise<void> {
    await this.erasures.begin(data.userId, session);
  }
}
