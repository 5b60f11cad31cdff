import { catalog } from '@shop/contracts';
import type { Product } from '../products/product.schema.ts';
import { type FacetDetails, facetsOf } from './facet.rules.ts';
import type { Text } from './text-index.ts';

/** Fields that the search reads of a product. */
export const TEXT_FIELDS = [
  'name',
  'productGroup',
  'category',
  'material',
  'metalTone',
  'shortDescription',
  'stock',
] as const;
type TextProduct = Pick<Product, (typeof TEXT_FIELDS)[number]>;

const defined = (texts: readonly (string | undefined)[]): string[] => texts.filter((text) => text !== undefined);

/** What a piece is found by. Its facts are the ones by which listings are narrowed. */
export function textOf(product: TextProduct, details: FacetDetails | undefined): Text {
  const { category, material } = product;
  const { sub: tag } = material;
  const {
    metal = [],
    tone = [],
    purity = [],
    stone = [],
    shape = [],
    occasion = [],
    certified = [],
  } = facetsOf(product, details);
  return {
    code: product.productGroup,
    name: product.name,
    description: product.shortDescription,
    values: [
      ...defined([category.main, category.sub, tag === catalog.WHOLE_TAG ? undefined : tag]),
      ...purity,
      ...occasion,
      ...certified,
    ],
    kinds: [...metal, ...tone, ...stone],
    shapes: shape,
  };
}
