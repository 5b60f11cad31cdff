import { done, type Products, type Seeds, sendFile } from './seeds.ts';

/** A review of the shopper, and one of another person with a picture. */
export async function seedReviews(seeds: Seeds, products: Products): Promise<void> {
  const { shop, shopper, other, parameters, bodies, files } = seeds;
  const { _id: productId } = products.at(-3)!;
  const path = `/rating/${productId}`;
  const { review } = done('a review', await shopper.visitor.post(path, { rating: 5 }));
  parameters['catalog.hide-review'] = { id: review._id };
  bodies['catalog.hide-review'] = { hidden: true, reason: 'Off topic' };

  const bytes = Buffer.from(files['image/*']!, 'base64');
  const { photo } = await sendFile(shop, other.visitor, { path: `${path}/photos`, field: 'image', bytes });
  const { image } = photo;
  const made = await other.visitor.post(path, { rating: 4, review: 'As in the picture', photos: [image] });
  const { _id: reviewId } = done('a review', made).review;
  parameters['catalog.mark-review-helpful'] = { productId, reviewId };
  bodies['catalog.mark-review-helpful'] = { helped: true };
  parameters['catalog.hide-review-photo'] = { id: reviewId };
  bodies['catalog.hide-review-photo'] = { image, hidden: true, reason: 'Not of this piece' };
  bodies['catalog.post-review'] = { rating: 4, review: 'It shines' };
}
