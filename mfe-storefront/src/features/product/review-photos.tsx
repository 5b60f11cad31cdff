import { MAX_REVIEW_PHOTOS, UPLOAD_LIMIT_BYTES } from '@shop/contracts/browser';
import { ApiError, messageOf } from '@shop/mfe-kit';
import { Spinner } from '@shop/ui/spinner.tsx';
import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { useId, useRef, useState } from 'react';
import { sendPhoto } from './api/own-review.ts';
import s from './review-form.module.css';

/** The pictures of a review: sent as they are chosen, kept when the review is. */
export function usePhotos(productId: string, before: readonly string[]) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [images, setImages] = useState(before);
  const [waiting, setWaiting] = useState(0);
  const [problem, setProblem] = useState<string>();
  const room = MAX_REVIEW_PHOTOS - images.length - waiting;

  /** @returns why it was refused */
  const send = async (file: File): Promise<string | undefined> => {
    if (file.size > UPLOAD_LIMIT_BYTES) return `A picture may have at most ${UPLOAD_LIMIT_BYTES / 1_000_000} MB`;
    try {
      const { image } = await sendPhoto(productId, file);
      setImages((now) => (now.includes(image) ? now : [...now, image]));
      return undefined;
    } catch (error) {
      return (error instanceof ApiError && error.problem.errors?.['image']) || messageOf(error);
    }
  };
  const add = async (files: readonly File[]) => {
    setProblem(files.length > room ? `At most ${MAX_REVIEW_PHOTOS} pictures` : undefined);
    const taken = files.slice(0, room);
    setWaiting((n) => n + taken.length);
    for (const file of taken) {
      const refused = await send(file);
      if (refused) setProblem(`${file.name}: ${refused}`);
      setWaiting((n) => n - 1);
    }
  };
  const remove = (image: string) => {
    setImages((now) => now.filter((one) => one !== image));
    input.current?.focus();
  };

  const field = (
    <fieldset className={s.photos}>
      <legend>Photographs (optional)</legend>
      <ul>
        {images.map((image, i) => (
          <li key={image}>
            <Thumbnail src={image} size={80} />
            <button type="button" aria-label={`Remove photograph ${i + 1}`} onClick={() => remove(image)}>
              ×
            </button>
          </li>
        ))}
        {Array.from({ length: waiting }, (_, i) => (
          <li key={i} aria-hidden="true">
            <Spinner />
          </li>
        ))}
        {room > 0 && (
          <li>
            <label className={s.add}>
              <span aria-hidden="true">+</span>
              <span className="visually-hidden">Add photographs</span>
              <input
                ref={input}
                type="file"
                accept="image/jpeg,image/png,image/webp,image/avif"
                multiple
                aria-describedby={`${id}-hint ${id}-problem`}
                onChange={({ currentTarget }) => {
                  void add([...(currentTarget.files ?? [])]);
                  // The same file may be chosen again.
                  currentTarget.value = '';
                }}
              />
            </label>
          </li>
        )}
      </ul>
      <p id={`${id}-hint`} className={s.hint}>
        Up to {MAX_REVIEW_PHOTOS}. Place and camera are removed from them.
      </p>
      <p className="visually-hidden" role="status">
        {waiting > 0 ? 'Sending your photographs' : images.length > 0 ? `Photographs: ${images.length}` : ''}
      </p>
      {problem && (
        <p id={`${id}-problem`} className={s.problem} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
  return { images: [...images], isSending: waiting > 0, field };
}
