import { Controller } from '@nestjs/common';
import { cartOrder, checkout, type EventOf } from '@shop/contracts';
import { broadcast, OnEvent } from '@shop/service-kit';
import { Tabs } from './tabs.ts';

/** A cart that was bought in one tab, or cleared by a webhook, is refetched in every open tab of its owner. */
@Controller()
export class TellTabsWhenCartCleared {
  constructor(private readonly tabs: Tabs) {}

  @OnEvent(cartOrder.cartCleared, broadcast('tell-tabs-when-cart-cleared'))
  cartCleared({ data }: EventOf<typeof cartOrder.cartCleared>): void {
    this.tabs.notify(data.userId, checkout.cartChanged.name, {});
  }
}
