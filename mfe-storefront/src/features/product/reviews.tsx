import { Rating } from '@shop/ui/rating.tsx';
import { useQuery } from '@tanstack/react-query';
import { reviewsQuery } from './api/product.ts';
import s from './reviews.module.css';

const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' });

/** What customers wrote, newest first. */
export function Reviews({
  productId,
  rating,
  ratingCount,
}: {
  productId: string;
  rating: number;
  ratingCount: number;
}) {
  const { data } = useQuery(reviewsQuery(productId));
  const reviews = data?.ratings ?? [];
  return (
    <section id="reviews" className={s.reviews} aria-labelledby="reviews-title">
      <h2 id="reviews-title">Customer reviews</h2>
      {ratingCount > 0 ? (
        <Rating value={rating} count={ratingCount} />
      ) : (
        <p className={s.none}>Nobody has reviewed this piece yet.</p>
      )}
      {reviews.length > 0 && (
        <ul className={s.list}>
          {reviews.map(({ _id, user, rating: stars, review, bought, createdAt }) => (
            <li key={_id} className={s.review}>
              <Rating value={stars} />
              {review && <p>{review}</p>}
              <p className={s.by}>
                {user.name}, <time dateTime={createdAt}>{day.format(new Date(createdAt))}</time>
                {bought && <span className={s.bought}>Bought here</span>}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
