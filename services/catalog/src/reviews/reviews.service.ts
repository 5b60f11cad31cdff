import { Injectable } from '@nestjs/common';
import type { AnswerOf, BodyOf, catalog, ParamsOf, QueryOf } from '@shop/contracts';
import {
  AuditTrail,
  Clock,
  Edits,
  Failure,
  People,
  type Session,
  Transactions,
  type UploadedFile,
  withVersion,
} from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { GroupRatings } from '../products/group-ratings.ts';
import { isForSale, type Product } from '../products/product.schema.ts';
import { ProductsRepository } from '../products/products.repository.ts';
import type { Purchase, Review, ReviewPhoto } from './review.schema.ts';
import { Pictures } from '../pictures/pictures.ts';
import { pairKey, ReviewsRepository } from './reviews.repository.ts';
import { SentPhotos } from './sent-photos.ts';

/** Pictures of customers shown of a group. */
const MAX_PHOTOS = 24;

/** Shown for an account that was removed, or whose event has not arrived yet. */
const UNKNOWN_NAME = 'A customer';

/** Shown to staff for a product that is not there, whose review they still can hide. */
const UNKNOWN_PIECE = 'A piece that is no more';

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
    private readonly edits: Edits,
    private readonly clock: Clock,
    private readonly pictures: Pictures,
    private readonly sent: SentPhotos,
  ) {}

  /** @throws Failure `product.not-found` */
  async ofProduct(
    productId: string,
    query: QueryOf<typeof catalog.listReviews>,
  ): Promise<AnswerOf<typeof catalog.listReviews>> {
    const { productGroup, rating, ratingCount } = requireForSale(await this.products.byId(productId));
    const [reviews, counts, withPhotos] = await Promise.all([
      this.reviews.shown(productGroup, query),
      this.reviews.counts(productGroup),
      this.reviews.withPhotos(productGroup),
    ]);
    const photos = withPhotos
      .flatMap((review) => visiblePhotos(review).map((photo) => ({ ...photo, reviewId: String(review._id) })))
      .slice(0, MAX_PHOTOS);
    return { ratings: await this.#views(reviews), rating, ratingCount, counts, photos };
  }

  /** Also a hidden one. @throws Failure `product.not-found` */
  async own({ userId }: Session, productId: string): Promise<AnswerOf<typeof catalog.getOwnReview>> {
    const { productGroup } = requireForSale(await this.products.byId(productId));
    const review = await this.reviews.ofUser(productGroup, userId);
    const [view = null] = await this.#views(review ? [review] : []);
    return { review: view };
  }

  /** @throws Failure `product.not-found`, `review.too-many-photos`, as content refuses the file */
  async addPhoto(
    { userId }: Session,
    productId: string,
    image: UploadedFile | undefined,
  ): Promise<AnswerOf<typeof catalog.addReviewPhoto>> {
    requireForSale(await this.products.byId(productId));
    if (!image) throw new Failure('request.invalid', { errors: { image: 'Choose a picture' } });
    await this.sent.requireRoom(userId);
    const { src, width, height } = await this.pictures.store(image);
    const photo = { image: src, width, height };
    await this.sent.remember(userId, photo);
    return { photo };
  }

  /** @throws Failure `product.not-found`, `review.photo-expired` */
  async post(
    { userId }: Session,
    productId: string,
    { rating, review: text, photos: images }: BodyOf<typeof catalog.postReview>,
  ): Promise<AnswerOf<typeof catalog.postReview>> {
    const { written, stars } = await this.transactions.run(async (session) => {
      const { productGroup } = requireForSale(await this.products.byId(productId, session));
      const before = (await this.reviews.ofUser(productGroup, userId, session))?.photos ?? [];
      const photos = images ? await this.#chosen(userId, [...new Set(images)], before) : before;
      const written = await this.reviews.put(
        { productId, productGroup, userId, rating, text, photos, writtenAt: this.clock.now() },
        session,
      );
      return { written, stars: await this.ratings.rate(productGroup, session) };
    });
    const [review] = await this.#views([written]);
    return { review: review!, ...stars };
  }

  /** @throws Failure `product.not-found` */
  async helpedTo({ userId }: Session, productId: string): Promise<AnswerOf<typeof catalog.listHelpfulReviews>> {
    const { productGroup } = requireForSale(await this.products.byId(productId));
    return { helpful: (await this.reviews.helpedTo(userId, productGroup)).map(helpfulOf) };
  }

  /**
   * Caches are not told: a count may be as old as they keep it, and who pressed is answered the one of now.
   * @throws Failure `product.not-found`, `review.not-found`, `review.is-own`
   */
  markHelpful(
    { userId }: Session,
    { productId, reviewId }: ParamsOf<typeof catalog.markReviewHelpful>,
    helped: boolean,
  ): Promise<AnswerOf<typeof catalog.markReviewHelpful>> {
    return this.transactions.run(async (session) => {
      const { productGroup } = requireForSale(await this.products.byId(productId, session));
      const review = await this.reviews.setHelped({ id: reviewId, productGroup, userId, helped }, session);
      if (!review) throw new Failure('review.not-found');
      if (review.userId === userId) throw new Failure('review.is-own');
      return helpfulOf(review);
    });
  }

  /** For who was helped to read. */
  async keptHelpfulOf(userId: string) {
    return (await this.reviews.helpedTo(userId)).map(({ _id, productGroup }) => ({
      productGroup,
      reviewId: String(_id),
    }));
  }

  /** For their author to read. */
  async keptOf(userId: string) {
    return (await this.reviews.allOf(userId)).map(({ productGroup, rating, text, hidden, writtenAt, photos }) => ({
      productGroup,
      rating,
      review: text,
      hidden,
      writtenAt: writtenAt.toISOString(),
      photos: (photos ?? []).map(({ image }) => image),
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

  /** Hides one picture of a review or shows it again. @throws Failure `review.not-found`, `review.photo-not-found` */
  hidePhoto(
    actor: Session,
    id: string,
    { image, hidden, reason }: BodyOf<typeof catalog.hideReviewPhoto>,
  ): Promise<AnswerOf<typeof catalog.hideReviewPhoto>['review']> {
    return this.#moderate(id, async (before, session) => {
      const { photos = [] } = before;
      const photo = photos.find((one) => one.image === image);
      if (!photo) throw new Failure('review.photo-not-found');
      const { width, height } = photo;
      const changed = { image, width, height, ...(hidden && { hidden, hiddenReason: reason }) };
      await this.audit.record(session, actor, {
        action: hidden ? 'review.photo-hidden' : 'review.photo-shown',
        subject: 'review',
        subjectId: id,
        before: { image, hidden: photo.hidden ?? false, reason: photo.hiddenReason },
        after: { image, hidden, reason: hidden ? reason : undefined },
        reason,
      });
      return this.reviews.setPhotos(
        before._id,
        photos.map((one) => (one === photo ? changed : one)),
        session,
      );
    });
  }

  /** Pictures with the same content in their place. @throws Failure `review.not-found` */
  async replacePhotos(
    actor: Pick<Session, 'userId'>,
    id: string,
    replaced: (photos: readonly ReviewPhoto[]) => ReviewPhoto[],
  ): Promise<void> {
    await this.#moderate(id, async (before, session) => {
      const photos = replaced(before.photos ?? []);
      const imagesOf = (those: readonly ReviewPhoto[] = []) => those.map(({ image }) => image);
      await this.audit.record(session, actor, {
        ...{ action: 'review.photos-replaced', subject: 'review', subjectId: id },
        before: { photos: imagesOf(before.photos) },
        after: { photos: imagesOf(photos) },
      });
      return this.reviews.setPhotos(before._id, photos, session);
    });
  }

  /** The shop's answer; an empty one takes it back. @throws Failure `review.not-found`, `document.changed` */
  answer(
    actor: Session,
    id: string,
    text: string,
    version?: string,
  ): Promise<AnswerOf<typeof catalog.answerReview>['review']> {
    return this.#moderate(id, async (before, session) => {
      const edit = { actor, subject: 'review', id, version };
      const [read = null] = await this.#viewsForStaff([before]);
      await this.edits.require(session, edit, read);
      await this.audit.record(session, actor, {
        action: text ? 'review.answered' : 'review.answer-removed',
        subject: 'review',
        subjectId: id,
        before: before.answer ? { answer: before.answer.text } : null,
        after: text ? { answer: text } : null,
      });
      const answer = text ? { text, answeredAt: this.clock.now() } : undefined;
      const after = await this.reviews.answer(before._id, answer, session);
      const [answered] = await this.#viewsForStaff([after]);
      await this.edits.keep(session, edit, read, answered!);
      return after;
    });
  }

  /** A change by staff that leaves the rating as it is. */
  async #moderate(
    id: string,
    change: (before: Review, session: ClientSession) => Promise<Review>,
  ): Promise<AnswerOf<typeof catalog.hideReview>['review']> {
    const changed = await this.transactions.run(async (session) => {
      const before = await this.reviews.byId(id, session);
      if (!before) throw new Failure('review.not-found');
      const after = await change(before, session);
      await this.ratings.announce([before.productGroup], session);
      return after;
    });
    const [view] = await this.#viewsForStaff([changed]);
    return view!;
  }

  /** The pictures of a review that names them. Those that staff hid stay hidden, and stay: staff may show them again. */
  async #chosen(userId: string, images: readonly string[], before: readonly ReviewPhoto[]): Promise<ReviewPhoto[]> {
    const known = new Map(before.map((photo) => [photo.image, photo]));
    const sent = await this.sent.among(
      userId,
      images.filter((image) => !known.has(image)),
    );
    for (const photo of sent) known.set(photo.image, photo);
    const chosen = images.map((image) => known.get(image));
    if (chosen.includes(undefined)) throw new Failure('review.photo-expired');
    const hidden = before.filter((photo) => photo.hidden && !images.includes(photo.image));
    return [...(chosen as ReviewPhoto[]), ...hidden];
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

  /** A name that differs from the known one. */
  async renameAuthor(author: { userId: string; name: string; version: number }, session: ClientSession): Promise<void> {
    // Here too: a reader after the announcement has to see the new name.
    await this.people.remember(author, session);
    await this.ratings.announce(await this.reviews.groupsReviewedBy(author.userId, session), session);
  }

  /** The account is gone: stars and text of its reviews stay, those that staff hid go, and so does what it bought. */
  async removeAuthor(author: { userId: string; version: number }, session: ClientSession): Promise<void> {
    const { userId } = author;
    await this.people.remember(author, session);
    await this.reviews.removeHelpedTo(userId, session);
    await this.reviews.removeHiddenOf(userId, session);
    const reviews = await this.reviews.allOf(userId, session);
    const isBuyer = await this.#buyersAmong(reviews);
    for (const review of reviews) await this.reviews.detach(review, isBuyer(review), session);
    await this.reviews.removePurchasesOf(userId, session);
    await this.ratings.announce([...new Set(reviews.map(({ productGroup }) => productGroup))], session);
  }

  async #buyersAmong(reviews: readonly Review[]): Promise<(review: Review) => boolean> {
    const variants = await this.products.idsOfGroups([...new Set(reviews.map(({ productGroup }) => productGroup))]);
    const userIds = [...new Set(reviews.map(({ userId }) => userId))];
    const bought = await this.reviews.bought(userIds, [...variants.values()].flat());
    return ({ userId, productGroup, bought: isKnown = false }) =>
      isKnown || (variants.get(productGroup) ?? []).some((productId) => bought.has(pairKey({ userId, productId })));
  }

  async #views(reviews: readonly Review[]): Promise<catalog.Review[]> {
    const [names, isBuyer] = await Promise.all([
      this.people.namesOf([...new Set(reviews.map(({ userId }) => userId))]),
      this.#buyersAmong(reviews),
    ]);
    return reviews.map((review) => ({
      _id: String(review._id),
      user: { _id: review.userId, name: names.get(review.userId) ?? UNKNOWN_NAME },
      rating: review.rating,
      review: review.text,
      bought: isBuyer(review),
      createdAt: review.writtenAt.toISOString(),
      ...(review.helpful !== undefined && { helpful: review.helpful }),
      photos: visiblePhotos(review),
      ...(review.answer && {
        answer: { text: review.answer.text, answeredAt: review.answer.answeredAt.toISOString() },
      }),
    }));
  }

  async #viewsForStaff(reviews: readonly Review[]): Promise<AnswerOf<typeof catalog.listAllReviews>['reviews']> {
    const [views, products] = await Promise.all([
      this.#views(reviews),
      this.products.byIds([...new Set(reviews.map(({ productId }) => String(productId)))]),
    ]);
    const byId = new Map(products.map((product) => [String(product._id), product]));
    return views.map((view, index) => {
      const { productId, productGroup, hidden, hiddenReason, photos = [] } = reviews[index]!;
      const photosForStaff = photos.map((photo) => ({ ...photo, hidden: photo.hidden ?? false }));
      const productName = byId.get(String(productId))?.name ?? UNKNOWN_PIECE;
      return withVersion(
        { ...view, productId: String(productId), productGroup, productName, hidden, hiddenReason, photosForStaff },
        ['user', 'bought', 'helpful', 'productName'],
      );
    });
  }
}

const helpfulOf = ({ _id, helpful = 0 }: Review) => ({ reviewId: String(_id), helpful });

const visiblePhotos = ({ photos = [] }: Review) =>
  photos.filter(({ hidden }) => !hidden).map(({ image, width, height }) => ({ image, width, height }));

/** @throws Failure `product.not-found` */
function requireForSale(product: Product | null): Product {
  if (!product || !isForSale(product)) throw new Failure('product.not-found');
  return product;
}
