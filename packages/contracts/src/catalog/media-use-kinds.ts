import type { Permission } from '../core/permissions.ts';

export const MEDIA_USE_KINDS = [
  ...(['product', 'category', 'material', 'collection', 'option', 'review'] as const),
  ...(['post', 'banner', 'order'] as const),
] as const;

/** Who may put another picture where these show one. An order shows what was bought, and keeps it. */
export const MEDIA_USE_PERMISSIONS = {
  product: 'products.change',
  category: 'taxonomy.change',
  material: 'taxonomy.change',
  collection: 'collections.change',
  option: 'options.change',
  review: 'reviews.moderate',
  post: 'content.change',
  banner: 'content.change',
  order: undefined,
} as const satisfies Record<(typeof MEDIA_USE_KINDS)[number], Permission | undefined>;
