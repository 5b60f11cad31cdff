import { type KeyboardEvent, useRef, useState } from 'react';
import { Picture } from '../../components/picture.tsx';
import s from './gallery.module.css';

/** A large preview, which is swiped or led by arrow keys and thumbnails. The video, where there is one, stands last. */
export function Gallery({ name, images, video }: { name: string; images: readonly string[]; video?: string }) {
  const preview = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);
  const count = Math.max(1, images.length) + (video ? 1 : 0);
  const show = (i: number) => preview.current!.scrollTo({ left: i * preview.current!.clientWidth });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -count, End: count }[event.key];
    if (!step) return;
    event.preventDefault();
    show(Math.min(count - 1, Math.max(0, shown + step)));
  };
  return (
    <section className={s.gallery} aria-label={`Pictures of ${name}`}>
      <ul
        ref={preview}
        className={s.preview}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={count > 1 ? 0 : undefined}
        aria-label="Large pictures"
        onKeyDown={onKeyDown}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setShown(Math.round(scrollLeft / clientWidth))}
      >
        {Array.from({ length: count }, (_, i) => (
          <li key={images[i] ?? i}>
            {video && i === count - 1 ? (
              <video
                className={s.video}
                src={video}
                poster={images[0]}
                preload="none"
                controls
                muted
                loop
                playsInline
                aria-label={`${name}, turning`}
              />
            ) : (
              <Picture
                src={images[i]}
                alt={count > 1 ? `${name}, picture ${i + 1} of ${count}` : name}
                sizes="(min-width: 84rem) 46rem, (min-width: 56rem) 55vw, 100vw"
                first={i === 0}
              />
            )}
          </li>
        ))}
      </ul>
      {count > 1 && (
        <ul className={s.thumbnails}>
          {Array.from({ length: count }, (_, i) => (
            <li key={images[i] ?? i}>
              <button
                type="button"
                className={s.thumbnail}
                aria-label={i < images.length ? `Picture ${i + 1}` : 'Video'}
                aria-current={i === shown || undefined}
                onClick={() => show(i)}
              >
                {i < images.length ? (
                  <Picture src={images[i]} alt="" sizes="5rem" />
                ) : (
                  <span aria-hidden="true">▶</span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
