import { catalog } from '@shop/contracts';
import { ContractController, ValidatedInput, type Input, Route } from '@shop/service-kit';
import { ReviewsService } from './reviews.service.ts';

@ContractController()
export class ReviewsController {
  constructor(private readonly reviews: ReviewsService) {}

  @Route(catalog.listReviews)
  ofProduct(@ValidatedInput() { params, query }: Input<typeof catalog.listReviews>) {
    return this.reviews.ofProduct(params.productId, query);
  }

  @Route(catalog.getOwnReview)
  own(@ValidatedInput() { session, params }: Input<typeof catalog.getOwnReview>) {
    return this.reviews.own(session, params.productId);
  }

  @Route(catalog.listHelpfulReviews)
  helpedTo(@ValidatedInput() { session, params }: Input<typeof catalog.listHelpfulReviews>) {
    return this.reviews.helpedTo(session, params.productId);
  }

  @Route(catalog.markReviewHelpful)
  markHelpful(@ValidatedInput() { session, params, body }: Input<typeof catalog.markReviewHelpful>) {
    return this.reviews.markHelpful(session, params, body.helped);
  }

  @Route(catalog.addReviewPhoto)
  addPhoto(@ValidatedInput() { session, params, files }: Input<typeof catalog.addReviewPhoto>) {
    return this.reviews.addPhoto(session, params.productId, files['image']);
  }

  @Route(catalog.postReview)
  post(@ValidatedInput() { session, params, body }: Input<typeof catalog.postReview>) {
    return this.reviews.post(session, params.productId, body);
  }

  @Route(catalog.getKept)
  async kept(@ValidatedInput() { params }: Input<typeof catalog.getKept>) {
    const [reviews, helpfulReviews] = await Promise.all([
      this.reviews.keptOf(params.userId),
      this.reviews.keptHelpfulOf(params.userId),
    ]);
    return { kept: { reviews, helpfulReviews } };
  }

  @Route(catalog.listAllReviews)
  list(@ValidatedInput() { query }: Input<typeof catalog.listAllReviews>) {
    return this.reviews.list(query);
  }

  @Route(catalog.hideReview)
  async hide(@ValidatedInput() { session, params, body }: Input<typeof catalog.hideReview>) {
    return { review: await this.reviews.hide(session, params.id, body) };
  }

  @Route(catalog.hideReviewPhoto)
  async hidePhoto(@ValidatedInput() { session, params, body }: Input<typeof catalog.hideReviewPhoto>) {
    return { review: await this.reviews.hidePhoto(session, params.id, body) };
  }

  @Route(catalog.answerReview)
  async answer(@ValidatedInput() { session, params, body, version }: Input<typeof catalog.answerReview>) {
    return { review: await this.reviews.answer(session, params.id, body.text, version) };
  }
}
