import { cartOrder } from '@shop/contracts';
import { ContractController, type Input, Route, ValidatedInput } from '@shop/service-kit';
import { WishlistService } from './wishlist.service.ts';

@ContractController()
export class WishlistController {
  constructor(private readonly wishlist: WishlistService) {}

  @Route(cartOrder.getWishlist)
  get(@ValidatedInput() { session }: Input<typeof cartOrder.getWishlist>) {
    return this.wishlist.show(session.userId);
  }

  @Route(cartOrder.addWish)
  async add(@ValidatedInput() { session, params, body }: Input<typeof cartOrder.addWish>) {
    return { count: await this.wishlist.add(session.userId, params.productId, body) };
  }

  @Route(cartOrder.removeWish)
  async remove(@ValidatedInput() { session, params }: Input<typeof cartOrder.removeWish>) {
    return { count: await this.wishlist.remove(session.userId, params.productId) };
  }

  @Route(cartOrder.mergeWishlist)
  merge(@ValidatedInput() { session, body }: Input<typeof cartOrder.mergeWishlist>) {
    return this.wishlist.merge(session.userId, body);
  }

  @Route(cartOrder.shareWishlist)
  share(@ValidatedInput() { session, body }: Input<typeof cartOrder.shareWishlist>) {
    return this.wishlist.share(session.userId, body.showName);
  }

  @Route(cartOrder.unshareWishlist)
  async unshare(@ValidatedInput() { session }: Input<typeof cartOrder.unshareWishlist>) {
    await this.wishlist.unshare(session.userId);
    return { isShared: false as const };
  }

  @Route(cartOrder.listAlerts)
  alerts(@ValidatedInput() { session }: Input<typeof cartOrder.listAlerts>) {
    return this.wishlist.wantedMails(session.userId);
  }

  @Route(cartOrder.switchPriceDrops)
  async switchPriceDrops(@ValidatedInput() { session, body }: Input<typeof cartOrder.switchPriceDrops>) {
    await this.wishlist.switchPriceDrops(session.userId, body.isWanted ? body.consent : undefined);
    return this.wishlist.wantedMails(session.userId);
  }

  @Route(cartOrder.getSharedWishlist)
  shared(@ValidatedInput() { params }: Input<typeof cartOrder.getSharedWishlist>) {
    return this.wishlist.shared(params.token);
  }
}
