import { Injectable } from '@nestjs/common';
import { type AnswerOf, catalog, type QueryOf } from '@shop/contracts';
import { AuditTrail, Clock, Failure, Outbox, People, type Session, Transactions } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import type { Product } from '../products/product.schema.ts';
import { ProductsRepository } from '../products/products.repository.ts';
import { ratingOf } from './rating.rules.ts';
import type { Review } from './review.schema.ts';
import { pairKey, ReviewsRepository } from './reviews.repository.ts';

/** Shown for an account that was removed, or whose event has not arrived yet. */
const UNKNOWN_NAME = 'A customer';

/** Reviews, and the rating of a product, which is recomputed from all of them. */
@Injectable()
export class ReviewsService {
  constructor(
    private readonly reviews: ReviewsRepository,
    private readonly products: ProductsRepository,
    private readonly people: People,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `product.not-found` */
  async ofProduct(productId: string): Promise<AnswerOf<typeof catalog.listReviews>> {
    const [product, reviews] = await Promise.all([this.products.byId(productId), this.reviews.shown(productId)]);
    if (product?.status !== 'published') throw new Failure('product.not-found');
    return { ratings: await this.#views(reviews), rating: product.rating, ratingCount: product.ratingCount };
  }

  /** @throws Failure `product.not-found` */
  async post(
    { userId }: Session,
    productId: string,
    { rating, review: text }: { rating: number; review: string },
  ): Promise<AnswerOf<typeof catalog.postReview>> {
    const { written, stars } = await this.transactions.run(async (session) => {
      const product = await this.products.byId(productId, session);
      if (product?.status !== 'published') throw new Failure('product.not-found');
      const written = await this.reviews.put({ productId, userId, rating, text, writtenAt: this.clock.now() }, session);
      return { written, stars: await this.#rate(product, session) };
    });
    const [review] = await this.#views([written]);
    return { review: review!, ...stars };
  }

  async list(query: QueryOf<typeof catalog.listAllReviews>): Promise<AnswerOf<typeof catalog.listAllReviews>> {
    const { reviews, totalCount } = await this.reviews.page(query);
    return { reviews: await this.#viewsForStaff(reviews), totalCount };
  }

  /** Hides a review or shows it again. @throws Failure `review.not-found` */
  async hide(
    actor: Session,
    id: string,
    { hidden, reason }: { hidden: boolean; reason: string },
  ): Promise<AnswerOf<typeof catalog.hideReview>['review']> {
    const changed = await this.transactions.run(async (session) => {
      const before = await this.reviews.byId(id, session);
      if (!before) throw new Failure('review.not-found');
      const after = await this.reviews.hide(before._id, hidden, reason, session);
      const product = await this.products.byId(String(before.productId), session);
      if (product) await this.#rate(product, session);
      await this.audit.record(session, actor, {
        action: hidden ? 'review.hidden' : 'review.shown',
        subject: 'review',
        subjectId: id,
        before: { hidden: before.hidden },
        after: { hidden },
        reason,
      });
      return after;
    });
    const [view] = await this.#viewsForStaff([changed]);
    return view!;
  }

  async #rate(product: Product, session: ClientSession): Promise<{ rating: number; ratingCount: number }> {
    const stars = ratingOf(await this.reviews.counts(product._id, session));
    await this.products.update(product._id, stars, session);
    await this.outbox.publish(session, catalog.reviewPosted, {
      key: String(product._id),
      data: { productId: String(product._id), productGroup: product.productGroup, ...stars },
    });
    return stars;
  }

  async #views(reviews: readonly Review[]): Promise<catalog.Review[]> {
    const [names, bought] = await Promise.all([
      this.people.namesOf(reviews.map(({ userId }) => userId)),
      this.reviews.bought(reviews),
    ]);
    return reviews.map((review) => ({
      _id: String(review._id),
      user: { _id: review.userId, name: names.get(review.userId) ?? UNKNOWN_NAME },
      rating: review.rating,
      review: review.text,
      bought: bought.has(pairKey(review)),
      createdAt: review.writtenAt.toISOString(),
    }));
  }

  async #viewsForStaff(reviews: readonly Review[]): Promise<AnswerOf<typeof catalog.listAllReviews>['reviews']> {
    const [views, products] = await Promise.all([
      this.#views(reviews),
      this.products.byIds([...new Set(reviews.map(({ productId }) => String(productId)))]),
    ]);
    const byId = new Map(products.map((product) => [String(product._id), product]));
    return views.flatMap((view, index) => {
      const { productId, hidden, hiddenReason } = reviews[index]!;
      const product = byId.get(String(productId));
      if (!product) return [];
      const { productGroup, name: productName } = product;
      return [{ ...view, productId: String(productId), productGroup, productName, hidden, hiddenReason }];
    });
  }
}
