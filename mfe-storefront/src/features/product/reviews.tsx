import { openOverlay, SessionContext, useLoader } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Rating } from '@shop/ui/rating.tsx';
import { useQuery } from '@tanstack/react-query';
import { use, useEffect, useRef, useState } from 'react';
import { Carousel } from '@shop/ui/carousel.tsx';
import { type Product, reviewsQuery } from './api/product.ts';
import s from './reviews.module.css';

const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' });

/** Customer reviews, newest first, and the form. */
export function Reviews({ product: { _id: productId, name, ...product } }: { product: Product }) {
  const { signIn } = use(SessionContext)!.actions;
  const loader = useLoader();
  const { data } = useQuery(reviewsQuery(productId));
  const { ratings, rating, ratingCount } = data ?? { ...product, ratings: [] };
  const preload = () => loader.preloadPart('storefront/review-form');
  const write = async () => {
    if (!(await signIn())) return;
    const review = await openOverlay('storefront/review-form', { productId, productName: name });
    if (typeof review === 'string') setPosted(review);
  };
  // Its own review is the first of the row, which may have been scrolled on.
  const [posted, setPosted] = useState<string>();
  const own = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (posted) own.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [posted, ratings]);
  return (
    <section id="reviews" className={s.reviews} aria-labelledby="reviews-title">
      <div className={s.head}>
        <div>
          <h2 id="reviews-title">Customer reviews</h2>
          {ratingCount > 0 ? (
            <Rating value={rating} count={ratingCount} />
          ) : (
            <p className={s.none}>Nobody has reviewed this piece yet.</p>
          )}
        </div>
        <Button look="secondary" onPointerEnter={preload} onFocus={preload} onClick={() => void write()}>
          Write a review
        </Button>
      </div>
      {ratings.length > 0 && (
        <Carousel labelledBy="reviews-title" of="reviews">
          {ratings.map(({ _id, user, rating: stars, review, bought, createdAt }) => (
            <li
              key={_id}
              ref={_id === posted ? own : undefined}
              className={s.review}
              data-own={_id === posted || undefined}
            >
              <Rating value={stars} />
              {review && <p className={s.text}>{review}</p>}
              <p className={s.by}>
                {user.name}, <time dateTime={createdAt}>{day.format(new Date(createdAt))}</time>
                {bought && <span className={s.bought}>Bought here</span>}
              </p>
            </li>
          ))}
        </Carousel>
      )}
    </section>
  );
}
