import { Injectable } from '@nestjs/common';
import { Outbox } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { type Rating, ratingOf } from '../reviews/rating.rules.ts';
import { ReviewsRepository } from '../reviews/reviews.repository.ts';
import { publishReviewsChanged } from './product.events.ts';
import type { Product } from './product.schema.ts';
import { ProductsRepository } from './products.repository.ts';

/** The rating of a group, which all its variants have. */
@Injectable()
export class GroupRatings {
  constructor(
    private readonly reviews: ReviewsRepository,
    private readonly products: ProductsRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Recomputes the rating of a group from its reviews. */
  async rate(productGroup: string, session: ClientSession): Promise<Rating> {
    const rating = await this.ofGroup(productGroup, session);
    await this.products.rateGroup(productGroup, rating, session);
    await this.announce([productGroup], session);
    return rating;
  }

  /** Tells caches that reviews of these groups are shown differently. */
  async announce(productGroups: readonly string[], session: ClientSession): Promise<void> {
    for (const product of await this.products.publishedOf(productGroups, session)) {
      await publishReviewsChanged(this.outbox, session, product);
    }
  }

  /** Of a group as it is: a new product in it has the same. */
  async ofGroup(productGroup: string, session: ClientSession): Promise<Rating> {
    return ratingOf(await this.reviews.counts(productGroup, session));
  }

  /** A product went to another group: the reviews that were written of it go with it. */
  async move(product: Product, from: string, session: ClientSession): Promise<Product> {
    await this.reviews.moveToGroup(product._id, product.productGroup, session);
    await this.rate(from, session);
    return { ...product, ...(await this.rate(product.productGroup, session)) };
  }
}
