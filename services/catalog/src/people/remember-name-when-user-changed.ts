import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { type EventOf, identity } from '@shop/contracts';
import { EventContext, work } from '@shop/service-kit';
import { PeopleService } from './people.service.ts';

@Controller()
export class RememberNameWhenUserChanged {
  constructor(private readonly people: PeopleService) {}

  @EventPattern(identity.userCreated.name, work('remember-name-when-user-changed'))
  async created(@Payload() { data, version }: EventOf<typeof identity.userCreated>, @Ctx() { session }: EventContext) {
    await this.people.remember({ userId: data.userId, name: data.name, version }, session);
  }

  @EventPattern(identity.userUpdated.name, work('remember-name-when-user-changed'))
  async updated(@Payload() { data, version }: EventOf<typeof identity.userUpdated>, @Ctx() { session }: EventContext) {
    await this.people.remember({ userId: data.userId, name: data.name, version }, session);
  }

  @EventPattern(identity.userDeleted.name, work('remember-name-when-user-changed'))
  async deleted(@Payload() { data, version }: EventOf<typeof identity.userDeleted>, @Ctx() { session }: EventContext) {
    await this.people.remember({ userId: data.userId, version }, session);
  }
}
