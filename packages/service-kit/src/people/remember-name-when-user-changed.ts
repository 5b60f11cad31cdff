import { Controller } from '@nestjs/common';
import { type EventOf, identity } from '@shop/contracts';
import type { EventContext } from '../events/event-context.ts';
import { OnEvent } from '../events/on-event.ts';
import { work } from '../events/subscription.ts';
import { People } from './people.ts';

const HANDLER = work('remember-name-when-user-changed');

@Controller()
export class RememberNameWhenUserChanged {
  constructor(private readonly people: People) {}

  @OnEvent([identity.userCreated, identity.userUpdated], HANDLER)
  async changed(event: EventOf<typeof identity.userUpdated>, { session }: EventContext): Promise<void> {
    await this.people.remember({ userId: event.data.userId, name: event.data.name, version: event.version }, session);
  }

  @OnEvent(identity.userDeleted, HANDLER)
  async deleted(event: EventOf<typeof identity.userDeleted>, { session }: EventContext): Promise<void> {
    await this.people.remember({ userId: event.data.userId, version: event.version }, session);
  }
}
