import type { Product } from '../products/product.schema.ts';
import type { ReviewPhoto } from '../reviews/review.schema.ts';

type Pictured = Pick<Product, 'images' | 'pictureNotes' | 'video'>;

/**
 * What a product shows with another picture or clip in the place of some. One that it shows already is there once, where the first of them
 * was; its own text and focal point go before those of the ones that it replaces.
 */
export function replacedIn(
  { images, pictureNotes = [], video }: Pictured,
  from: ReadonlySet<string | undefined>,
  to: string,
): Partial<Pictured> {
  const note = [to, ...images.filter((image) => from.has(image))]
    .map((image) => pictureNotes.find((one) => one.image === image))
    .find((one) => one !== undefined);
  const others = pictureNotes.filter(({ image }) => image !== to && !from.has(image));
  return {
    ...(images.some((image) => from.has(image)) && {
      images: [...new Set(images.map((image) => (from.has(image) ? to : image)))],
      pictureNotes: note ? [...others, { ...note, image: to }] : others,
    }),
    ...(from.has(video) && { video: to }),
  };
}

/** The same of the pictures of a review. What staff hid stays hidden. */
export function replacedAmong(photos: readonly ReviewPhoto[], from: ReadonlySet<string>, to: string): ReviewPhoto[] {
  const moved = photos.map((photo) => (from.has(photo.image) ? { ...photo, image: to } : photo));
  const bySrc = Map.groupBy(moved, ({ image }) => image);
  return [...bySrc.values()].map((same) => same.find(({ hidden }) => hidden) ?? same[0]!);
}
