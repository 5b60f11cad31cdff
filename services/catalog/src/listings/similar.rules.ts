import type { PipelineStage } from 'mongoose';
import { FOR_SALE } from '../products/product.schema.ts';

/** Other groups with a product of the same material: same category first, then in stock. */
export function similarPipeline(
  { productGroup, material, category }: { productGroup: string; material: { tag: string }; category: { main: string } },
  limit: number,
): PipelineStage[] {
  return [
    { $match: { ...FOR_SALE, 'material.tag': material.tag, productGroup: { $ne: productGroup } } },
    { $sort: { productGroup: 1, position: 1, _id: 1 } },
    {
      $group: {
        _id: '$productGroup',
        // The first variant in stock represents the group, else the first one.
        variants: { $push: { productId: '$_id', inStock: { $gt: ['$stock', 0] } } },
        sameCategory: { $first: { $eq: ['$category.main', category.main] } },
        inStock: { $max: { $gt: ['$stock', 0] } },
        featured: { $max: '$featured' },
        sold: { $sum: '$sold' },
      },
    },
    { $sort: { sameCategory: -1, inStock: -1, featured: -1, sold: -1, _id: 1 } },
    { $limit: limit },
    {
      $project: {
        productId: {
          $ifNull: [
            {
              $getField: {
                field: 'productId',
                input: { $first: { $filter: { input: '$variants', cond: '$$this.inStock' } } },
              },
            },
            { $getField: { field: 'productId', input: { $first: '$variants' } } },
          ],
        },
      },
    },
  ];
}
