import { InjectModel } from '@nestjs/mongoose';
import { type AnswerOf, catalog } from '@shop/contracts';
import { ContractController, havingWords, type Input, Route, ValidatedInput } from '@shop/service-kit';
import type { Model } from 'mongoose';
import type { Collection } from '../collections/collection.schema.ts';
import type { Option } from '../options/option.schema.ts';
import { notesOf } from '../products/picture-notes.ts';
import type { Product } from '../products/product.schema.ts';
import { StaffProductsService } from '../products/staff-products.service.ts';
import type { Review } from '../reviews/review.schema.ts';
import type { TaxonomyEntry } from '../taxonomy/taxonomy-entry.schema.ts';
import { MediaReplacement } from './media-replacement.ts';
import { namedUse, OF_PRODUCT, optionUse, orderUse, productUse, reviewUse } from './uses.ts';

/** Of a kind, for words that are looked for. */
const MOST_FOUND = 500;

/** For content, which removes pictures and videos that nothing shows. A new field of that kind belongs here. */
@ContractController()
export class MediaInUseController {
  constructor(
    @InjectModel('Product') private readonly products: Model<Product>,
    @InjectModel('Option') private readonly options: Model<Option>,
    @InjectModel('TaxonomyEntry') private readonly taxonomy: Model<TaxonomyEntry>,
    @InjectModel('Review') private readonly reviews: Model<Review>,
    @InjectModel('Collection') private readonly collections: Model<Collection>,
    private readonly staffProducts: StaffProductsService,
    private readonly replacement: MediaReplacement,
  ) {}

  @Route(catalog.findMediaInUse)
  async find(@ValidatedInput() { body: { addresses } }: Input<typeof catalog.findMediaInUse>) {
    const shown = new Set((await this.#usesAmong(addresses)).map(({ address }) => address));
    return { inUse: addresses.filter((address) => shown.has(address)) };
  }

  @Route(catalog.findMediaUses)
  async findUses(@ValidatedInput() { body: { addresses } }: Input<typeof catalog.findMediaUses>) {
    const asked = new Set(addresses);
    return { uses: (await this.#usesAmong(addresses)).filter(({ address }) => asked.has(address)) };
  }

  @Route(catalog.findMediaOf)
  async findOf(@ValidatedInput() { body: { q } }: Input<typeof catalog.findMediaOf>) {
    const having = (field: string) => ({ ...havingWords(field, q), image: { $exists: true } });
    const [ofProducts, ...others] = await Promise.all([
      this.staffProducts.mediaOf(q, MOST_FOUND),
      this.taxonomy.find(having('name'), { image: 1 }).limit(MOST_FOUND).lean(),
      this.collections.find(having('name'), { image: 1 }).limit(MOST_FOUND).lean(),
      this.options.find(having('value'), { image: 1 }).limit(MOST_FOUND).lean(),
    ]);
    return { addresses: [...new Set([...ofProducts, ...others.flat().map(({ image }) => image!)])] };
  }

  @Route(catalog.replaceMedia)
  replaceMedia(@ValidatedInput() { body }: Input<typeof catalog.replaceMedia>) {
    return this.replacement.replace(body);
  }

  /** Also names other pictures of what shows one of these. */
  async #usesAmong(addresses: readonly string[]): Promise<Use[]> {
    const among = { $in: addresses as string[] };
    const [images, videos, ordered, reviews, options, taxonomy, collections] = await Promise.all([
      this.products.find({ images: among }, { ...OF_PRODUCT, images: 1, pictureNotes: 1 }).lean(),
      this.products.find({ video: among }, { ...OF_PRODUCT, video: 1 }).lean(),
      this.products.find({ formerImages: among }, { ...OF_PRODUCT, formerImages: 1 }).lean(),
      // Also those that staff hid: they may be shown again.
      this.reviews
        .find({ 'photos.image': among }, { productGroup: 1, 'photos.image': 1 })
        .lean<Pick<Review, '_id' | 'productGroup' | 'photos'>[]>(),
      this.options.find({ image: among }, { kind: 1, value: 1, image: 1 }).lean(),
      this.taxonomy.find({ image: among }, { kind: 1, name: 1, image: 1 }).lean(),
      this.collections.find({ image: among }, { name: 1, image: 1 }).lean(),
    ]);
    return [
      ...images.flatMap((product) => {
        const notes = new Map(notesOf(product)?.map(({ image, ...note }) => [image, note]));
        return product.images.map((address) => ({ address, use: productUse(product), ...notes.get(address) }));
      }),
      ...videos.map((product) => ({ address: product.video!, use: productUse(product) })),
      ...collections.map((one) => ({ address: one.image!, use: namedUse('collection', one) })),
      ...taxonomy.map((one) => ({ address: one.image!, use: namedUse(one.kind, one) })),
      ...options.map((option) => ({ address: option.image!, use: optionUse(option) })),
      ...reviews.flatMap((review) =>
        (review.photos ?? []).map(({ image: address }) => ({ address, use: reviewUse(review) })),
      ),
      ...ordered.flatMap((product) => product.formerImages!.map((address) => ({ address, use: orderUse(product) }))),
    ];
  }
}

type Use = AnswerOf<typeof catalog.findMediaUses>['uses'][number];
