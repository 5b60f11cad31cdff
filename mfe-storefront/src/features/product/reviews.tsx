import { SHOP_TIME_ZONE } from '@shop/contracts/browser';
import { openOverlay, SessionContext, useLoader, useSearchParams } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Carousel } from '@shop/ui/carousel.tsx';
import { Picture } from '@shop/ui/picture.tsx';
import { Rating } from '@shop/ui/rating.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, use, useEffect, useId, useRef, useState } from 'react';
import {
  type AskedReviews,
  FIRST_REVIEWS,
  type Review,
  REVIEW_SORTS,
  type ReviewPhoto,
  reviewsQuery,
} from './api/product.ts';
import { Helpful } from './helpful.tsx';
import s from './reviews.module.css';
import { useAskedReviews } from './use-asked-reviews.ts';

const ZoomedPictures = lazy(() => import(/* webpackChunkName: "zoom" */ './zoom.tsx'));

const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: SHOP_TIME_ZONE });
const STARS = [5, 4, 3, 2, 1];
/** Of the service. */
const MOST = 200;

interface ReviewsProps {
  productId: string;
  name: string;
  rating: number;
  ratingCount: number;
}

interface Zoomed {
  of: string;
  photos: readonly ReviewPhoto[];
  index: number;
}

/** Customer reviews with their counts and pictures, and the form. */
export function Reviews({ productId, name, ...product }: ReviewsProps) {
  const { signIn } = use(SessionContext)!.actions;
  const loader = useLoader();
  const [search] = useSearchParams();
  const [asked, setAsked] = useAskedReviews();
  const { data, isPlaceholderData } = useQuery({
    ...reviewsQuery(productId, asked),
    placeholderData: keepPreviousData,
  });
  const { ratings, rating, ratingCount, counts = [], photos = [] } = data ?? { ...product, ratings: [] };
  const [zoomed, setZoomed] = useState<Zoomed>();
  const preload = () => loader.preloadPart('storefront/review-form');
  const write = async () => {
    if (!(await signIn({ toAccount: true }))) return;
    const review = await openOverlay('storefront/review-form', { productId, productName: name });
    if (typeof review !== 'string') return;
    setAsked(FIRST_REVIEWS);
    setPosted(review);
  };
  // Its own review is the first of the row, which may have been scrolled on.
  const [posted, setPosted] = useState<string>();
  const own = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (posted) own.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [posted, ratings]);

  const found = asked.stars === undefined ? ratingCount : countOf(counts, asked.stars);
  const hasMore = ratings.length < found && ratings.length < MOST && !isPlaceholderData;
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
      {ratingCount > 1 && counts.length > 0 && (
        <div className={s.summary}>
          <Counts
            variant={search.get('variant')}
            counts={counts}
            ratingCount={ratingCount}
            asked={asked}
            onAsk={setAsked}
          />
          {photos.length > 0 && (
            <Photos
              className={s.strip}
              label="Photographs of customers"
              photos={photos}
              altOf={(i) => `Photograph of a customer, ${i + 1} of ${photos.length}`}
              onZoom={(index) => setZoomed({ of: `${name}, by customers`, photos, index })}
            />
          )}
        </div>
      )}
      {ratings.length > 0 && (
        <Carousel key={`${asked.stars} ${asked.sort}`} labelledBy="reviews-title" of="reviews">
          {[
            ...ratings.map((review) => (
              <li
                key={review._id}
                ref={review._id === posted ? own : undefined}
                className={s.review}
                data-own={review._id === posted || undefined}
              >
                <OneReview productId={productId} review={review} onZoom={setZoomed} />
              </li>
            )),
            ...(hasMore
              ? [
                  <li key="more" className={s.more}>
                    <Button
                      look="secondary"
                      onClick={() => setAsked({ ...asked, limit: Math.min(MOST, asked.limit * 2) })}
                    >
                      More reviews
                    </Button>
                  </li>,
                ]
              : []),
          ]}
        </Carousel>
      )}
      {zoomed && (
        <Suspense>
          <ZoomedPictures
            name={zoomed.of}
            images={zoomed.photos.map(({ image }) => image)}
            sizes={zoomed.photos}
            index={zoomed.index}
            onClose={() => setZoomed(undefined)}
          />
        </Suspense>
      )}
    </section>
  );
}

type CountsList = readonly { rating: number; count: number }[];

const countOf = (counts: CountsList, stars: number): number =>
  counts.find(({ rating }) => rating === stars)?.count ?? 0;

interface CountsProps {
  /** Of the address. */
  variant: string | null;
  counts: CountsList;
  ratingCount: number;
  asked: AskedReviews;
  onAsk(asked: AskedReviews): void;
}

/** How many reviews have how many stars: pressed, only those are shown. */
function Counts({ variant, counts, ratingCount, asked, onAsk }: CountsProps) {
  const id = useId();
  const named = (stars: number) => `${stars} ${stars === 1 ? 'star' : 'stars'}`;
  return (
    <div className={s.counts}>
      <ul aria-label="Reviews by stars">
        {STARS.map((stars) => {
          const count = countOf(counts, stars);
          return (
            <li key={stars}>
              <button
                type="button"
                aria-pressed={asked.stars === stars}
                disabled={count === 0}
                onClick={() =>
                  onAsk({ ...FIRST_REVIEWS, sort: asked.sort, ...(asked.stars === stars ? {} : { stars }) })
                }
              >
                <span aria-hidden="true">{stars} ★</span>
                <meter aria-hidden="true" min={0} max={ratingCount} value={count} />
                <span className="visually-hidden">{named(stars)}: </span>
                <span>{count}</span>
              </button>
            </li>
          );
        })}
      </ul>
      <form className={s.sort} action="#reviews" aria-label="Order of reviews">
        {variant !== null && <input type="hidden" name="variant" value={variant} />}
        <label htmlFor={id}>Order</label>
        <select
          id={id}
          name="reviews"
          value={asked.sort}
          onChange={({ target }) => onAsk({ ...asked, sort: target.value as AskedReviews['sort'] })}
        >
          {Object.entries(REVIEW_SORTS).map(([sort, text]) => (
            <option key={sort} value={sort}>
              {text}
            </option>
          ))}
        </select>
        <noscript>
          <button type="submit">Show</button>
        </noscript>
        <span role="status">{asked.stars !== undefined && `Only those with ${named(asked.stars)}`}</span>
      </form>
    </div>
  );
}

interface OneReviewProps {
  productId: string;
  review: Review;
  onZoom(zoomed: Zoomed): void;
}

function OneReview({ productId, review, onZoom }: OneReviewProps) {
  const { user, rating, bought, createdAt, photos = [], answer } = review;
  return (
    <>
      <Rating value={rating} />
      {review.review && <p className={s.text}>{review.review}</p>}
      {photos.length > 0 && (
        <Photos
          className={s.own}
          label={`Photographs by ${user.name}`}
          photos={photos}
          altOf={(i) => `Photograph by ${user.name}, ${i + 1} of ${photos.length}`}
          onZoom={(index) => onZoom({ of: `the review of ${user.name}`, photos, index })}
        />
      )}
      <p className={s.by}>
        {user.name}, <time dateTime={createdAt}>{day.format(new Date(createdAt))}</time>
        {bought && <span className={s.bought}>Bought here</span>}
      </p>
      <Helpful productId={productId} review={review} />
      {answer && (
        <div className={s.answer}>
          <p className={s.by}>
            Answer of the shop, <time dateTime={answer.answeredAt}>{day.format(new Date(answer.answeredAt))}</time>
          </p>
          <p className={s.text}>{answer.text}</p>
        </div>
      )}
    </>
  );
}

interface PhotosProps {
  className: string | undefined;
  label: string;
  photos: readonly ReviewPhoto[];
  altOf(index: number): string;
  onZoom(index: number): void;
}

function Photos({ className, label, photos, altOf, onZoom }: PhotosProps) {
  return (
    <ul className={className} aria-label={label}>
      {photos.map(({ image }, i) => (
        <li key={image}>
          <button type="button" onClick={() => onZoom(i)}>
            <Picture src={image} alt={altOf(i)} sizes="6rem" />
          </button>
        </li>
      ))}
    </ul>
  );
}
