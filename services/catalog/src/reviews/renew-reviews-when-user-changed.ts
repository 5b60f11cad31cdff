import { Controller } from '@nestjs/common';
import { type EventOf, identity } from '@shop/contracts';
import { type EventContext, OnEvent, work } from '@shop/service-kit';
import { ReviewsService } from './reviews.service.ts';

const HANDLER = work('renew-reviews-when-user-changed');

/** A changed name leaves the pages that have it; of a deleted account all leaves that tells whose a review is. */
@Controller()
export class RenewReviewsWhenUserChanged {
  constructor(private readonly reviews: ReviewsService) {}

  @OnEvent([identity.userCreated, identity.userUpdated], HANDLER)
  async changed({ data, version }: EventOf<typeof identity.userUpdated>, { session }: EventContext): Promise<void> {
    await this.reviews.renameAuthor({ userId: data.userId, name: data.name, version }, session);
  }

  @OnEvent(identity.userDeleted, HANDLER)
  async deleted({ data, version }: EventOf<typeof identity.userDeleted>, { session }: EventContext): Promise<void> {
    await this.reviews.removeAuthor({ userId: data.userId, version }, session);
  }
}
