import { Controller } from '@nestjs/common';
import { type EventOf, identity } from '@shop/contracts';
import { type EventContext, OnEvent, work } from '@shop/service-kit';
import { WishlistsRepository } from './wishlists.repository.ts';

@Controller()
export class RemoveWishlistWhenUserDeleted {
  constructor(private readonly wishlists: WishlistsRepository) {}

  @OnEvent(identity.userDeleted, work('remove-wishlist-when-user-deleted'))
  async handle({ data }: EventOf<typeof identity.userDeleted>, { session }: EventContext): Promise<void> {
    await this.wishlists.endLink(data.userId, session, { withList: true });
  }
}
