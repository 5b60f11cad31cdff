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
    const shown = new Set((await this.#usesAmong(addresses)).map(({ address }) => address));
    return { inUse: addresses.filter((address) => shown.has(address)) };
  }

  @Route(catalog.findMediaUses)
  async findUses(@ValidatedInput() { body: { addresses } }: Input<typeof catalog.findMediaUses>) {
    const asked = new Set(addresses);
    return { uses: (await this.#usesAmong(addresses)).filter(({ address }) => asked.has(address)) };
  }

  /** Also names other pictures of what shows one of these. */
  async #usesAmong(addresses: readonly string[]): Promise<Use[]> {
    const among = { $in: addresses as string[] };
    const ofProduct = { name: 1, productGroup: 1, metalTone: 1 };
    const [images, videos, reviews, options, taxonomy, collections] = await Promise.all([
      this.products.find({ images: among }, { ...ofProduct, images: 1 }).lean(),
      this.products.find({ video: among }, { ...ofProduct, video: 1 }).lean(),
      // Also those that staff hid: they may be shown again.
      this.reviews
        .find({ 'photos.image': among }, { productGroup: 1, 'photos.image': 1 })
        .lean<Pick<Review, '_id' | 'productGroup' | 'photos'>[]>(),
      this.options.find({ image: among }, { kind: 1, value: 1, image: 1 }).lean(),
      this.taxonomy.find({ image: among }, { kind: 1, name: 1, image: 1 }).lean(),
      this.collections.find({ image: among }, { name: 1, image: 1 }).lean(),
    ]);
    const productUse = ({ _id, name, productGroup, metalTone }: Pick<Product, '_id' | keyof typeof ofProduct>) => ({
      ...{ kind: 'product' as const, id: String(_id), label: `${name} in ${metalTone}, ${productGroup}` },
    });
    return [
      ...images.flatMap((product) => product.images.map((address) => ({ address, use: productUse(product) }))),
      ...videos.map((product) => ({ address: product.video!, use: productUse(product) })),
      ...collections.map(({ _id, name, image }) => ({
        ...{ address: image!, use: { kind: 'collection' as const, id: String(_id), label: name } },
      })),
      ...taxonomy.map(({ _id, kind, name, image }) => ({
        address: image!,
        use: { kind, id: String(_id), label: name },
      })),
      ...options.map(({ _id, kind, value, image }) => ({
        ...{ address: image!, use: { kind: 'option' as const, id: String(_id), label: value, list: kind } },
      })),
      ...reviews.flatMap(({ _id, productGroup, photos = [] }) =>
        photos.map(({ image: address }) => ({
          ...{ address, use: { kind: 'review' as const, id: String(_id), label: `A review of ${productGroup}` } },
        })),
      ),
    ];
  }
}

interface Use {
  address: string;
  use: catalog.MediaUse;
}
