import { useState } from 'react';
import { Picture } from '../../components/picture.tsx';
import s from './gallery.module.css';

/** Thumbnails and a large preview. The video, where there is one, stands last. */
export function Gallery({ name, images, video }: { name: string; images: readonly string[]; video?: string }) {
  const [shown, setShown] = useState(0);
  const count = images.length + (video ? 1 : 0);
  return (
    <section className={s.gallery} aria-label={`Pictures of ${name}`}>
      <div className={s.preview}>
        {video && shown === images.length ? (
          <video className={s.video} src={video} controls muted loop playsInline aria-label={`${name}, turning`} />
        ) : (
          <Picture
            src={images[shown]}
            alt={count > 1 ? `${name}, picture ${shown + 1} of ${count}` : name}
            sizes="(min-width: 84rem) 46rem, (min-width: 56rem) 55vw, 100vw"
            first
          />
        )}
      </div>
      {count > 1 && (
        <ul className={s.thumbnails}>
          {Array.from({ length: count }, (_, i) => (
            <li key={images[i] ?? 'video'}>
              <button
                type="button"
                className={s.thumbnail}
                aria-label={i < images.length ? `Picture ${i + 1}` : 'Video'}
                aria-current={i === shown || undefined}
                onClick={() => setShown(i)}
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
