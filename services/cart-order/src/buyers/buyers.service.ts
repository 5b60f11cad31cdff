import { Inject, Injectable } from '@nestjs/common';
import type { cartOrder, KeptOfUser } from '@shop/contracts';
import { Clock, CONFIG } from '@shop/service-kit';
import type { Alert, Consent } from '../alerts/alert.schema.ts';
import { AlertsRepository } from '../alerts/alerts.repository.ts';
import { recipientIdOf } from '../alerts/recipient.rules.ts';
import type { CartLine } from '../cart/cart.schema.ts';
import { CartsRepository } from '../cart/carts.repository.ts';
import type { Checkout } from '../checkouts/checkout.schema.ts';
import { CheckoutsRepository } from '../checkouts/checkouts.repository.ts';
import { viewOf } from '../orders/order.view.ts';
import { OrdersRepository } from '../orders/orders.repository.ts';
import { majorUnit } from '../smallest-unit.rules.ts';
import type { Config } from '../variables.ts';
import type { Wishlist } from '../wishlist/wishlist.schema.ts';
import { WishlistsRepository } from '../wishlist/wishlists.repository.ts';
import { unfinishedCheckoutOf, unfinishedOf } from './sealing.rules.ts';

/** What is kept of an account, for its owner. */
@Injectable()
export class BuyersService {
  constructor(
    private readonly carts: CartsRepository,
    private readonly checkouts: CheckoutsRepository,
    private readonly orders: OrdersRepository,
    private readonly wishlists: WishlistsRepository,
    private readonly alerts: AlertsRepository,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async unfinished(userId: string): Promise<cartOrder.Unfinished[]> {
    const [orders, live] = await Promise.all([this.orders.allOf(userId), this.checkouts.liveOf(userId)]);
    return [
      ...orders.flatMap((order) => {
        const kind = unfinishedOf(order);
        return kind ? [{ kind, id: order._id }] : [];
      }),
      ...live.map(({ _id, state }) => ({ kind: unfinishedCheckoutOf(state), id: _id })),
    ];
  }

  async kept(userId: string): Promise<{ kept: KeptOfUser; checkoutIds: string[] }> {
    const [cart, checkouts, orders, wishlist, alerts] = await Promise.all([
      this.carts.of(userId),
      this.checkouts.allOf(userId),
      this.orders.allOf(userId),
      this.wishlists.of(userId),
      this.alerts.allOf(recipientIdOf({ userId })),
    ]);
    const { ORDER_CANCEL_WITHIN: cancelWithinMs, ORDER_WITHDRAW_WITHIN: withdrawWithinMs } = this.config;
    const now = { cancelWithinMs, withdrawWithinMs, nowMs: this.clock.millis() };
    // Who asks for it has proved to be its owner.
    const view = { ...now, forStaff: false, panInFull: true };
    return {
      kept: {
        cart: cart.lines.map(lineView),
        savedForLater: (cart.saved ?? []).map(lineView),
        wishlist: wishlist.items.map(wishView),
        wishlistMails: wishlist.priceDrops ? [consentView(wishlist.priceDrops)] : [],
        alerts: alerts.map(alertView),
        checkouts: checkouts.map(checkoutView),
        orders: orders.map((order) => viewOf(order, view)),
      },
      checkoutIds: [...new Set([...checkouts, ...orders].map(({ _id }) => _id))],
    };
  }
}

const lineView = ({ display, quantity, customizations }: CartLine) => ({
  piece: display.name,
  productGroup: display.productGroup,
  quantity,
  customizations,
});

const wishView = ({ productId, addedAt, pricePaise }: Wishlist['items'][number]) => ({
  productId,
  addedAt: addedAt.toISOString(),
  ...(pricePaise !== undefined && { price: majorUnit(pricePaise, 'INR') }),
});

const consentView = ({ text, at, confirmedAt, endedAt, endedBy }: Consent) => ({
  text,
  at: at.toISOString(),
  ...(confirmedAt && { confirmedAt: confirmedAt.toISOString() }),
  ...(endedAt && { endedAt: endedAt.toISOString(), endedBy }),
});

const alertView = ({ productId, kind, state, consents }: Alert) => ({
  productId,
  kind,
  state,
  agreements: consents.map(consentView),
});

const checkoutView = (checkout: Checkout) => ({
  id: checkout._id,
  state: checkout.state,
  createdAt: checkout.createdAt.toISOString(),
  pieces: checkout.lines.map(({ product, quantity, customizations }) => ({
    piece: product.name,
    productGroup: product.productGroup,
    quantity,
    customizations,
  })),
  currency: checkout.currency,
  total: majorUnit(checkout.amounts.total, checkout.currency),
  shippingInfo: checkout.shippingInfo,
  specialRequest: checkout.specialRequest,
  ...(checkout.gift && { gift: checkout.gift }),
  ...(checkout.business && { business: checkout.business }),
  ...(checkout.pan && { pan: checkout.pan }),
  ...(checkout.noPan && { noPan: true }),
});
