import { catalog } from '@shop/contracts';
import { CallController, Given, type Input, Route } from '@shop/service-kit';
import { ReviewsService } from './reviews.service.ts';

@CallController()
export class ReviewsController {
  constructor(private readonly reviews: ReviewsService) {}

  @Route(catalog.listReviews)
  ofProduct(@Given() { params }: Input<typeof catalog.listReviews>) {
    return this.reviews.ofProduct(params.productId);
  }

  @Route(catalog.postReview)
  post(@Given() { session, params, body }: Input<typeof catalog.postReview>) {
    return this.reviews.post(session, params.productId, body);
  }

  @Route(catalog.listAllReviews)
  list(@Given() { query }: Input<typeof catalog.listAllReviews>) {
    return this.reviews.list(query);
  }

  @Route(catalog.hideReview)
  async hide(@Given() { session, params, body }: Input<typeof catalog.hideReview>) {
    return { review: await this.reviews.hide(session, params.id, body) };
  }
}
