import { rupeesFrom } from '@shop/contracts';
import type { Details } from './details.schema.ts';
import { notesOf } from './picture-notes.ts';
import { hasPrice, type Product } from './product.schema.ts';

/** A product as the audit trail has it. */
export const auditedOf = (product: Product, { _id, ...details }: Details): Record<string, unknown> => ({
  name: product.name,
  productGroup: product.productGroup,
  status: product.status,
  price: hasPrice(product) ? rupeesFrom(product.pricePaise) : null,
  stock: product.stock,
  lowStockAt: product.lowStockAt,
  category: product.category,
  material: product.material,
  detailsModel: product.detailsModel,
  images: product.images,
  pictureNotes: notesOf(product),
  video: product.video,
  shortDescription: product.shortDescription,
  position: product.position,
  featured: product.featured,
  details,
});
