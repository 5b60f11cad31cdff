import { Controller } from '@nestjs/common';
import { admin, type EventOf, identity } from '@shop/contracts';
import { broadcast, OnEvent } from '@shop/service-kit';
import { Tabs } from './tabs.ts';

/** Notices of the staff are refetched in every open tab of whom they are for. */
@Controller()
export class TellTabsWhenNoticesChanged {
  constructor(private readonly tabs: Tabs) {}

  @OnEvent(identity.noticesChanged, broadcast('tell-tabs-when-notices-changed'))
  noticesChanged({ data }: EventOf<typeof identity.noticesChanged>): void {
    for (const userId of data.userIds) this.tabs.notify(userId, admin.noticesChanged.name, {});
  }
}
