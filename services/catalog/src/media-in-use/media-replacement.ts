import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type AnswerOf, type BodyOf, catalog, rupeesFrom } from '@shop/contracts';
import { Failure, type Session, Transactions } from '@shop/service-kit';
import type { Model } from 'mongoose';
import type { Collection } from '../collections/collection.schema.ts';
import { collectionForStaffOf } from '../collections/collection.view.ts';
import { StaffCollectionsService } from '../collections/staff-collections.service.ts';
import { extraPaise } from '../customizations/customization.schema.ts';
import type { Option } from '../options/option.schema.ts';
import { optionViewOf } from '../options/option.view.ts';
import { OptionsService } from '../options/options.service.ts';
import { Pieces } from '../products/pieces.ts';
import type { Product } from '../products/product.schema.ts';
import type { Review } from '../reviews/review.schema.ts';
import { ReviewsService } from '../reviews/reviews.service.ts';
import type { TaxonomyEntry } from '../taxonomy/taxonomy-entry.schema.ts';
import { TaxonomyService } from '../taxonomy/taxonomy.service.ts';
import { categoryOf, materialOf } from '../taxonomy/taxonomy.view.ts';
import { replacedAmong, replacedIn } from './media-replacement.rules.ts';
import { optionUse, productUse, reviewUse, namedUse } from './uses.ts';

type Asked = BodyOf<typeof catalog.replaceMedia>;
type Kind = Asked['kinds'][number];
type Moved = AnswerOf<typeof catalog.replaceMedia>['moved'];
type Actor = Pick<Session, 'userId'>;

/** Of a kind, in one call. */
const AT_ONCE = 50;
const REASON = 'Another file in the media library';

/**
 * Shows another picture or clip in the place of some. Each thing is changed as a form changes it, on the version that was read: who saved
 * another picture in between keeps it. Killed in the middle it is gone on with by the next call.
 */
@Injectable()
export class MediaReplacement {
  constructor(
    @InjectModel('Product') private readonly products: Model<Product>,
    @InjectModel('Option') private readonly options: Model<Option>,
    @InjectModel('TaxonomyEntry') private readonly taxonomy: Model<TaxonomyEntry>,
    @InjectModel('Review') private readonly reviews: Model<Review>,
    @InjectModel('Collection') private readonly collections: Model<Collection>,
    private readonly pieces: Pieces,
    private readonly optionsOfStaff: OptionsService,
    private readonly taxonomyOfStaff: TaxonomyService,
    private readonly collectionsOfStaff: StaffCollectionsService,
    private readonly reviewsOfStaff: ReviewsService,
    private readonly transactions: Transactions,
  ) {}

  /** Some of each kind; it is done when there were none. */
  async replace({ userId, from, to, kinds }: Asked): Promise<{ moved: Moved; isDone: boolean }> {
    const actor = { userId };
    // What is replaced by itself would never be done.
    const those = new Set(from.filter((address) => address !== to));
    const steps: Record<Kind, () => Promise<Moved | undefined>> = {
      product: () => this.#inProducts(actor, those, to),
      category: () => this.#inTaxonomy(actor, 'category', those, to),
      material: () => this.#inTaxonomy(actor, 'material', those, to),
      collection: () => this.#inCollections(actor, those, to),
      option: () => this.#inOptions(actor, those, to),
      review: () => this.#inReviews(actor, those, to),
    };
    const moved: Moved = [];
    let isDone = true;
    for (const kind of new Set(kinds)) {
      const some = await steps[kind]();
      moved.push(...(some ?? []));
      isDone &&= some === undefined;
    }
    return { moved, isDone };
  }

  async #inProducts(actor: Actor, from: ReadonlySet<string>, to: string): Promise<Moved | undefined> {
    const among = { $in: [...from] };
    const [withPictures, withClips] = await Promise.all([
      this.products.find({ images: among }, { _id: 1 }).limit(AT_ONCE).lean(),
      this.products.find({ video: among }, { _id: 1 }).limit(AT_ONCE).lean(),
    ]);
    const ids = [...withPictures, ...withClips].slice(0, AT_ONCE).map(({ _id }) => _id);
    if (ids.length === 0) return undefined;
    return this.transactions.run(async (session) => {
      const changes = (await this.pieces.find({ _id: { $in: ids } }, session)).flatMap((piece) => {
        const product = replacedIn(piece.product, from, to);
        return Object.keys(product).length > 0 ? [{ piece, product }] : [];
      });
      const because = { ...actor, stock: { kind: 'counted' as const, reason: REASON }, auditReason: REASON };
      const changed = await this.pieces.change(changes, because, session);
      return changed.map(({ product }) => productUse(product));
    });
  }

  async #inTaxonomy(
    actor: Actor,
    kind: 'category' | 'material',
    from: ReadonlySet<string>,
    to: string,
  ): Promise<Moved | undefined> {
    const view = kind === 'category' ? categoryOf : materialOf;
    const entries = await this.taxonomy
      .find({ kind, image: { $in: [...from] } })
      .limit(AT_ONCE)
      .lean<TaxonomyEntry[]>();
    return eachOf(entries, async (entry) => {
      const read = { version: view(entry).version, view };
      await this.taxonomyOfStaff.change(actor, kind, String(entry._id), { image: to }, read);
      return namedUse(kind, entry);
    });
  }

  async #inCollections(actor: Actor, from: ReadonlySet<string>, to: string): Promise<Moved | undefined> {
    const found = await this.collections
      .find({ image: { $in: [...from] } })
      .limit(AT_ONCE)
      .lean<Collection[]>();
    return eachOf(found, async (collection) => {
      const { version } = collectionForStaffOf(collection);
      await this.collectionsOfStaff.change(actor, String(collection._id), { image: to }, version);
      return namedUse('collection', collection);
    });
  }

  async #inOptions(actor: Actor, from: ReadonlySet<string>, to: string): Promise<Moved | undefined> {
    const found = await this.options
      .find({ image: { $in: [...from] } })
      .limit(AT_ONCE)
      .lean<Option[]>();
    return eachOf(found, async (option) => {
      const { _id, kind, value, pricePaise } = option;
      const view = optionViewOf(kind);
      const entry = { value, price: rupeesFrom(extraPaise(pricePaise)), image: to, carryAlong: false };
      await this.optionsOfStaff.change(actor, kind, String(_id), entry, { version: view(option).version, view });
      return optionUse(option);
    });
  }

  async #inReviews(actor: Actor, from: ReadonlySet<string>, to: string): Promise<Moved | undefined> {
    const found = await this.reviews
      .find({ 'photos.image': { $in: [...from] } }, { productGroup: 1 })
      .limit(AT_ONCE)
      .lean<Pick<Review, '_id' | 'productGroup'>[]>();
    return eachOf(found, async (review) => {
      const replaced = (photos: Parameters<typeof replacedAmong>[0]) => replacedAmong(photos, from, to);
      await this.reviewsOfStaff.replacePhotos(actor, String(review._id), replaced);
      return reviewUse(review);
    });
  }
}

/** Undefined where there are none. One that somebody changed or removed since it was read is left to the next call. */
async function eachOf<T>(found: readonly T[], change: (one: T) => Promise<Moved[number]>): Promise<Moved | undefined> {
  if (found.length === 0) return undefined;
  const moved: Moved = [];
  for (const one of found) {
    try {
      moved.push(await change(one));
    } catch (error) {
      if (!(error instanceof Failure && /^document\.changed$|\.not-found$/.test(error.code))) throw error;
    }
  }
  return moved;
}
