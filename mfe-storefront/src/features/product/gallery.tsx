import { toast } from '@shop/mfe-kit';
import { Picture } from '@shop/ui/picture.tsx';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { Product } from './api/product.ts';
import s from './gallery.module.css';
import type { View3d } from './view-3d/view-3d.tsx';

/** The pictures of a piece, and over them its model once somebody asked for it; another variant stays in the view. */
export function Gallery({ product }: { product: Product }) {
  const button = useRef<HTMLButtonElement>(null);
  const [View, setView] = useState<typeof View3d>();
  const [isComing, setComing] = useState(false);
  const open = () => {
    setComing(true);
    import(/* webpackChunkName: "view-3d" */ './view-3d/view-3d.tsx')
      .then(
        (loaded) => setView(() => loaded.View3d),
        () => toast.error('The 3D view could not be loaded'),
      )
      .finally(() => setComing(false));
  };
  const close = () => {
    setView(undefined);
    button.current!.focus({ preventScroll: true });
  };
  return (
    <div className={s.stage}>
      <Pictures key={product._id} {...product} name={`${product.name} in ${product.metalTone}`} />
      <div className={s.over}>
        {product.design && (
          <button ref={button} type="button" className={s.open} aria-busy={isComing} onClick={open}>
            3D view
          </button>
        )}
        {View && <View product={product} onClose={close} />}
      </div>
    </div>
  );
}

/** A large preview, which is swiped or led by arrow keys and thumbnails. The video, where there is one, stands last. */
function Pictures({ name, images, video }: Pick<Product, 'name' | 'images' | 'video'>) {
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
