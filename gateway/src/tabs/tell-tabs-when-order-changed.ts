import { Controller } from '@nestjs/common';
import { account, cartOrder, type EventOf } from '@shop/contracts';
import { broadcast, OnEvent } from '@shop/service-kit';
import { Tabs } from './tabs.ts';

/** An order whose status changed is refetched in every open tab of its owner. */
@Controller()
export class TellTabsWhenOrderChanged {
  constructor(private readonly tabs: Tabs) {}

  @OnEvent(cartOrder.orderStatusChanged, broadcast('tell-tabs-when-order-changed'))
  orderStatusChanged({ data }: EventOf<typeof cartOrder.orderStatusChanged>): void {
    this.tabs.notify(data.userId, account.orderChanged.name, { orderId: data.orderId });
  }
}
