import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, signLink } from '@shop/service-kit';
import type { Config } from '../variables.ts';

/** Links that show an order without signing in, for mails. */
@Injectable()
export class OrderLinks {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @param since when its time begins: a mail that is sent again has the same link */
  to(orderId: string, since: Date): string {
    const { SHOP_URL, ORDER_LINK_KEY, ORDER_LINK_LIFETIME } = this.config;
    const until = new Date(since.getTime() + ORDER_LINK_LIFETIME);
    const link = signLink({ purpose: 'order', id: orderId }, until, ORDER_LINK_KEY);
    return new URL(`/order/link/${link}`, SHOP_URL).href;
  }
}
