import { toast } from '@shop/mfe-kit';
import { altsOf, noteOf } from '@shop/ui/picture-alt.ts';
import { Picture } from '@shop/ui/picture.tsx';
import { useSlides } from '@shop/ui/slides.ts';
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState, ViewTransition } from 'react';
import { flushSync } from 'react-dom';
import { nameInTransition } from '../../components/name-in-transition.ts';
import type { Product } from './api/product.ts';
import s from './gallery.module.css';
import type { View3d } from './view-3d/view-3d.tsx';

const ZoomedPictures = lazy(() => import(/* webpackChunkName: "zoom" */ './zoom.tsx'));

/** The pictures of a product, covered by its 3D model on request; the model survives a change of variant. */
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
    // What lies under the model can have the focus only after that.
    flushSync(() => setView(undefined));
    button.current!.focus({ preventScroll: true });
  };
  return (
    <div className={s.stage}>
      <div inert={View !== undefined}>
        <Pictures key={product._id} {...product} name={`${product.name} in ${product.metalTone}`} />
      </div>
      <div className={s.over}>
        {product.design && (
          <button
            ref={button}
            type="button"
            className={s.open}
            aria-busy={isComing}
            hidden={View !== undefined}
            onClick={open}
          >
            3D view
          </button>
        )}
        {View && <View product={product} onClose={close} />}
      </div>
    </div>
  );
}

/** What a picture of the grid, of the row beside the choices, or of the row above them covers of the screen. */
const SIZES = '(min-width: 84rem) 25rem, (min-width: 64rem) 29vw, (min-width: 56rem) 55vw, 100vw';
const SIZES_OF_WIDE = '(min-width: 84rem) 51rem, (min-width: 64rem) 58vw, (min-width: 56rem) 55vw, 100vw';

type PicturesProps = Pick<Product, '_id' | 'name' | 'images' | 'pictureNotes' | 'video' | 'design'>;

/** A row with swipe, arrow keys and thumbnails; a grid of two columns on a desk. The video, if any, is last. */
function Pictures({ _id, name, images, pictureNotes, video, design }: PicturesProps) {
  const preview = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);
  const [isTurning, setTurning] = useState(false);
  const [zoomed, setZoomed] = useState<number>();
  const alts = altsOf(name, images, design?.kind, pictureNotes);
  const focusOf = (i: number) => noteOf(pictureNotes, images[i])?.focus;
  const count = Math.max(1, images.length) + (video ? 1 : 0);
  const isVideo = (i: number) => video !== undefined && i === count - 1;
  /** Of an odd number, the first is as wide as both columns. */
  const sizesOf = (i: number) => (i === 0 && count % 2 ? SIZES_OF_WIDE : SIZES);
  const show = useSlides(preview);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // A video handles its own keys.
    if (event.target instanceof HTMLVideoElement) return;
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -count, End: count }[event.key];
    const { scrollWidth, clientWidth } = event.currentTarget;
    // The grid of a desk does not scroll: the keys are the page's.
    if (!step || scrollWidth <= clientWidth) return;
    event.preventDefault();
    show(Math.min(count - 1, Math.max(0, shown + step)));
  };
  return (
    <section className={s.gallery} aria-label={`Pictures of ${name}`}>
      <ul
        ref={preview}
        className={s.preview}
        aria-label="Large pictures"
        onKeyDown={onKeyDown}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setShown(Math.round(scrollLeft / clientWidth))}
      >
        {Array.from({ length: count }, (_, i) => (
          <li key={images[i] ?? i}>
            {isVideo(i) ? (
              <TurntableClip
                name={name}
                src={video!}
                still={images[0]}
                isHere={i === shown}
                isTurning={isTurning}
                onTurn={setTurning}
              />
            ) : (
              <div className={s.picture}>
                <ViewTransition name={i === 0 ? nameInTransition(_id) : 'auto'} default="none" share="piece">
                  <Picture
                    src={images[i]}
                    alt={alts[i] ?? name}
                    focus={focusOf(i)}
                    sizes={sizesOf(i)}
                    first={i === 0}
                  />
                </ViewTransition>
                {images[i] && (
                  <button
                    type="button"
                    className={s.enlarge}
                    aria-label={count > 1 ? `Enlarge picture ${i + 1}` : 'Enlarge the picture'}
                    onClick={() => setZoomed(i)}
                  />
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      {zoomed !== undefined && (
        <Suspense>
          <ZoomedPictures name={name} images={images} alts={alts} index={zoomed} onClose={() => setZoomed(undefined)} />
        </Suspense>
      )}
      {count > 1 && (
        <ul className={s.thumbnails}>
          {Array.from({ length: count }, (_, i) => (
            <li key={images[i] ?? i}>
              <button
                type="button"
                className={s.thumbnail}
                aria-label={isVideo(i) ? 'Video' : `Picture ${i + 1}`}
                aria-current={i === shown || undefined}
                data-plays={isVideo(i) || undefined}
                onClick={() => {
                  show(i);
                  if (isVideo(i) && !matchMedia('(prefers-reduced-motion: reduce)').matches) setTurning(true);
                }}
              >
                <Picture src={images[i] ?? images[0]} alt="" sizes="5rem" focus={focusOf(images[i] ? i : 0)} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface TurntableClipProps {
  name: string;
  src: string;
  /** The poster until the video is requested. */
  still: string | undefined;
  /** Whether the preview shows it. */
  isHere: boolean;
  isTurning: boolean;
  onTurn(isTurning: boolean): void;
}

/** The turntable clip in a loop, loaded on request only. */
function TurntableClip({ name, src, still, isHere, isTurning, onTurn }: TurntableClipProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (!isHere) video.current?.pause();
  }, [isHere]);
  return (
    <div className={s.turning}>
      <Picture src={still} alt="" sizes={SIZES} />
      {isTurning ? (
        <video
          ref={video}
          src={src}
          autoPlay
          controls
          muted
          loop
          playsInline
          tabIndex={0}
          aria-label={`${name}, turning`}
          onError={() => {
            onTurn(false);
            toast.error('The video could not be played');
          }}
        />
      ) : (
        <button
          type="button"
          className={s.play}
          aria-label="Play the video"
          onClick={() => {
            onTurn(true);
            // The pressed button is removed; the focus moves to the video's controls.
            requestAnimationFrame(() => video.current?.focus({ preventScroll: true }));
          }}
        />
      )}
    </div>
  );
}
