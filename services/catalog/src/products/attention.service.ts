import { Injectable } from '@nestjs/common';
import { type AnswerOf, type catalog, choiceName, type QueryOf } from '@shop/contracts';
import { Offerings } from '../prices/offerings.ts';
import { hasPrice, type Product } from './product.schema.ts';
import { ProductsRepository } from './products.repository.ts';

type Answer = AnswerOf<typeof catalog.listProductAttention>;

/** Published products that visitors cannot buy, or not in all that they offer, until staff change something. */
@Injectable()
export class AttentionService {
  constructor(
    private readonly products: ProductsRepository,
    private readonly offerings: Offerings,
  ) {}

  /** By group. Reads every published product: it is for staff, who ask rarely. */
  async list({ page, limit }: QueryOf<typeof catalog.listProductAttention>): Promise<Answer> {
    const attention: Answer['attention'] = [];
    for await (const batch of this.products.publishedInBatches()) {
      const withDetails = await this.products.withDetails(batch);
      const offerings = await this.offerings.of(withDetails);
      withDetails.forEach(({ product }, index) => {
        if (!hasPrice(product)) attention.push(entryOf(product, 'no-price', 'It has no price: it is not for sale'));
        for (const [option, values] of Object.entries(offerings[index]!.notPriced)) {
          const message = `${choiceName(option, product.category.main)} has no price: ${values.join(', ')}`;
          attention.push({ ...entryOf(product, 'option-not-priced', message), option, values });
        }
      });
    }
    return { attention: attention.slice((page - 1) * limit, page * limit), totalCount: attention.length };
  }
}

const entryOf = (
  { _id, name, productGroup, metalTone }: Product,
  reason: Answer['attention'][number]['reason'],
  message: string,
) => ({ productId: String(_id), name, productGroup, metalTone, reason, message });
