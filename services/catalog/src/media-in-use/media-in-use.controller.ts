import { InjectModel } from '@nestjs/mongoose';
import { catalog } from '@shop/contracts';
import { ContractController, type Input, Route, ValidatedInput } from '@shop/service-kit';
import type { Model } from 'mongoose';
import type { Collection } from '../collections/collection.schema.ts';
import type { Option } from '../options/option.schema.ts';
import type { Product } from '../products/product.schema.ts';
import type { Review } from '../reviews/review.schema.ts';
import type { TaxonomyEntry } from '../taxonomy/taxonomy-entry.schema.ts';

/** For content, which removes pictures and videos that nothing shows. A new field of that kind belongs here. */
@ContractController()
export class MediaInUseController {
  constructor(
    @InjectModel('Product') private readonly products: Model<Product>,
    @InjectModel('Option') private readonly options: Model<Option>,
    @InjectModel('TaxonomyEntry') private readonly taxonomy: Model<TaxonomyEntry>,
    @InjectModel('Review') private readonly reviews: Model<Review>,
    @InjectModel('Collection') private readonly collections: Model<Collection>,
  ) {}

  @Route(catalog.findMediaInUse)
  async find(@ValidatedInput() { body: { addresses } }: Input<typeof catalog.findMediaInUse>) {
    const among = { $in: addresses };
    const [images, videos, reviews, ...pictures] = await Promise.all([
      this.products.find({ images: among }, { _id: 0, images: 1 }).lean(),
      this.products.find({ video: among }, { _id: 0, video: 1 }).lean(),
      // Also those that staff hid: they may be shown again.
      this.reviews.find({ 'photos.image': among }, { _id: 0, 'photos.image': 1 }).lean<Pick<Review, 'photos'>[]>(),
      this.options.find({ image: among }, { _id: 0, image: 1 }).lean(),
      this.taxonomy.find({ image: among }, { _id: 0, image: 1 }).lean(),
      this.collections.find({ image: among }, { _id: 0, image: 1 }).lean(),
    ]);
    const shown = new Set([
      ...images.flatMap((product) => product.images),
      ...videos.map(({ video }) => video),
      ...reviews.flatMap(({ photos = [] }) => photos.map(({ image }) => image)),
      ...pictures.flat().map(({ image }) => image),
    ]);
    return { inUse: addresses.filter((address) => shown.has(address)) };
  }
}
