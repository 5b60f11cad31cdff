import { catalog } from '@shop/contracts/browser';
import { call, messageOf, type OverlayFrame, toast, useAccount, useOverlay, useOverlayGuard } from '@shop/mfe-kit';
import { askBeforeLeaving } from '@shop/mfe-kit/leaving.ts';
import { Button } from '@shop/ui/button.tsx';
import { LEAVE_QUESTION } from '@shop/ui/dialog.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { ownReviewQuery, showPosted } from './api/own-review.ts';
import type { Review } from './api/product.ts';
import s from './review-form.module.css';
import { usePhotos } from './review-photos.tsx';

export const overlay: OverlayFrame = { kind: 'panel', label: 'Write a review' };

const STARS = { 1: 'Poor', 2: 'Fair', 3: 'Good', 4: 'Very good', 5: 'Excellent' } as const;
const MAX_LENGTH = 2000;

/** Stars, a text and pictures. A second review of the same customer replaces the first. */
export function ReviewForm({ productId, productName }: { productId: string; productName: string }) {
  const { user } = useAccount();
  const { data, isLoading } = useQuery(ownReviewQuery(productId, user?._id));
  const own = data?.review ?? undefined;
  if (isLoading) return <p className={s.form} role="status" aria-label="Loading your review" />;
  return <Form key={own?._id} productId={productId} productName={productName} own={own} />;
}

interface FormProps {
  productId: string;
  productName: string;
  own: Review | undefined;
}

function Form({ productId, productName, own }: FormProps) {
  const id = useId();
  const { close } = useOverlay();
  const queryClient = useQueryClient();
  const [rating, setRating] = useState(own?.rating);
  const [isAsked, setAsked] = useState(false);
  const [isWritten, setWritten] = useState(false);
  const before = own?.photos?.map(({ image }) => image) ?? [];
  const photos = usePhotos(productId, before);
  const isUnsaved = rating !== own?.rating || isWritten || photos.isSending || String(photos.images) !== String(before);
  useOverlayGuard(() => !isUnsaved || window.confirm(LEAVE_QUESTION));
  useEffect(() => (isUnsaved ? askBeforeLeaving(LEAVE_QUESTION) : undefined), [isUnsaved]);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (review: string) =>
      call(catalog.postReview, { params: { productId }, body: { rating: rating!, review, photos: photos.images } }),
    meta: { quiet: true },
    onError: (cause) => reportError(cause),
    onSuccess(posted) {
      showPosted(queryClient, productId, posted);
      close(posted.review._id);
      toast.success('Thank you for your review');
    },
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setAsked(true);
    if (rating) mutate(String(new FormData(event.currentTarget).get('review')).trim());
    else event.currentTarget.querySelector<HTMLInputElement>('input[type=radio]')!.focus();
  };
  const isMissing = isAsked && !rating;

  return (
    <form className={s.form} onSubmit={submit} noValidate>
      <h2>{own ? 'Change your review' : 'Write a review'}</h2>
      <p className={s.piece}>{productName}</p>
      <div
        className={s.stars}
        role="radiogroup"
        aria-label="Rating"
        aria-required="true"
        aria-invalid={isMissing}
        aria-describedby={isMissing ? `${id}-missing` : undefined}
      >
        {Object.entries(STARS).map(([star, name]) => (
          <label key={star} className={Number(star) <= (rating ?? 0) ? s.filled : undefined} title={name}>
            <input
              type="radio"
              name={`${id}-rating`}
              checked={rating === Number(star)}
              onChange={() => setRating(Number(star))}
            />
            <span aria-hidden="true">★</span>
            <span className="visually-hidden">
              {star} of 5, {name}
            </span>
          </label>
        ))}
        <span className={s.word} aria-hidden="true">
          {rating && STARS[rating as keyof typeof STARS]}
        </span>
      </div>
      {isMissing && (
        <p id={`${id}-missing`} className={s.problem}>
          Choose one to five stars
        </p>
      )}
      <label className={s.text}>
        Your review
        <textarea
          name="review"
          rows={6}
          maxLength={MAX_LENGTH}
          defaultValue={own?.review}
          onChange={({ target }) => setWritten(target.value !== target.defaultValue)}
          placeholder="How does it look, fit and wear?"
        />
      </label>
      {photos.field}
      {error && (
        <p className={s.problem} role="alert">
          {messageOf(error)}
        </p>
      )}
      <Button type="submit" wide busy={isPending} disabled={photos.isSending}>
        {own ? 'Save review' : 'Send review'}
      </Button>
    </form>
  );
}
