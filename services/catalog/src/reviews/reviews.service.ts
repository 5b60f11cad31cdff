import { Injectable } from '@nestjs/common';
import type { AnswerOf, catalog, QueryOf } from '@shop/contracts';
import { AuditTrail, Clock, Failure, People, type Session, Transactions } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { GroupRatings } from '../products/group-ratings.ts';
import { isForSale, type Product } from '../products/product.schema.ts';
import { ProductsRepository } from '../products/products.repository.ts';
import type { Purchase, Review } from './review.schema.ts';
import { pairKey, ReviewsRepository } from './reviews.repository.ts';

/** Shown for an account that was removed, or whose event has not arrived yet. */
const UNKNOWN_NAME = 'A customer';

/** Reviews of product groups. */
@Injectable()
export class ReviewsService {
  constructor(
    private readonly reviews: ReviewsRepository,
    private readonly products: ProductsRepository,
    private readonly people: People,
    private readonly transactions: Transactions,
    private readonly ratings: GroupRatings,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `product.not-found` */
  async ofProduct(productId: string): Promise<AnswerOf<typeof catalog.listReviews>> {
    const product = requireForSale(await this.products.byId(productId));
    const reviews = await this.reviews.shown(product.productGroup);
    return { ratings: await this.#views(reviews), rating: product.rating, ratingCount: product.ratingCount };
  }

  /** @throws Failure `product.not-found` */
  async post(
    { userId }: Session,
    productId: string,
    { rating, review: text }: { rating: number; review: string },
  ): Promise<AnswerOf<typeof catalog.postReview>> {
    const { written, stars } = await this.transactions.run(async (session) => {
      const { productGroup } = requireForSale(await this.products.byId(productId, session));
      const written = await this.reviews.put(
        { productId, productGroup, userId, rating, text, writtenAt: this.clock.now() },
        session,
      );
      return { written, stars: await this.ratings.rate(productGroup, session) };
    });
    const [review] = await this.#views([written]);
    return { review: review!, ...stars };
  }

  /** For their author to read. */
  async keptOf(userId: string) {
    return (await this.reviews.ofUser(userId)).map(({ productGroup, rating, text, hidden, writtenAt }) => ({
      productGroup,
      rating,
      review: text,
      hidden,
      writtenAt: writtenAt.toISOString(),
    }));
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
      await this.ratings.rate(before.productGroup, session);
      await this.audit.record(session, actor, {
        action: hidden ? 'review.hidden' : 'review.shown',
        subject: 'review',
        subjectId: id,
        before: { hidden: before.hidden, reason: before.hiddenReason },
        after: { hidden: after.hidden, reason: after.hiddenReason },
        reason,
      });
      return after;
    });
    const [view] = await this.#viewsForStaff([changed]);
    return view!;
  }

  /** Stores what an event says of an order, and tells caches which reviews are those of a buyer now. */
  async rememberPurchase(
    orderId: string,
    known: Pick<Purchase, 'userId' | 'productIds' | 'cancelled'>,
    session: ClientSession,
  ): Promise<void> {
    const { userId, productIds = [] } = await this.reviews.putPurchase(orderId, known, session);
    if (userId === undefined) return;
    const reviewed = await this.reviews.groupsReviewedBy(userId, session);
    // Most buyers have written none.
    if (reviewed.length === 0) return;
    const bought = new Set(await this.products.groupsOf(productIds, session));
    const changed = reviewed.filter((group) => bought.has(group));
    await this.ratings.announce(changed, session);
  }

  /** A name that differs from the known one; none when the account is gone. */
  async renameAuthor(
    author: { userId: string; name?: string; version: number },
    session: ClientSession,
  ): Promise<void> {
    // Here too: a reader after the announcement has to see the new name.
    await this.people.remember(author, session);
    await this.ratings.announce(await this.reviews.groupsReviewedBy(author.userId, session), session);
  }

  async #views(reviews: readonly Review[]): Promise<catalog.Review[]> {
    const userIds = [...new Set(reviews.map(({ userId }) => userId))];
    const [names, variants] = await Promise.all([
      this.people.namesOf(userIds),
      this.products.idsOfGroups([...new Set(reviews.map(({ productGroup }) => productGroup))]),
    ]);
    const bought = await this.reviews.bought(userIds, [...variants.values()].flat());
    const isBuyer = ({ userId, productGroup }: Review) =>
      (variants.get(productGroup) ?? []).some((productId) => bought.has(pairKey({ userId, productId })));
    return reviews.map((review) => ({
      _id: String(review._id),
      user: { _id: review.userId, name: names.get(review.userId) ?? UNKNOWN_NAME },
      rating: review.rating,
      review: review.text,
      bought: isBuyer(review),
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

/** @throws Failure `product.not-found` */
function requireForSale(product: Product | null): Product {
  if (!product || !isForSale(product)) throw new Failure('product.not-found');
  return product;
}
