import type { CSSProperties } from 'react';
import { type Focus, focusStyle, pictureAt, pictureSrcSet } from './picture-sources.ts';
import s from './picture.module.css';

interface Props {
  src: string | undefined;
  alt: string;
  /** CSS lengths by viewport, as in `<img sizes>`. */
  sizes: string;
  /** The main picture above the fold: loaded eagerly; others lazily. */
  first?: boolean;
  /** Aspect ratio; the rest is cropped. A class may set another `aspect-ratio`. */
  ratio?: '1 / 1' | '4 / 5' | '20 / 11';
  /** What stays in sight where it is cropped. */
  focus?: Focus | undefined;
  className?: string;
}

/** A responsive photograph with reserved space, so that loading shifts no layout. */
export function Picture({ src, alt, sizes, first = false, ratio = '1 / 1', focus, className = '' }: Props) {
  const style = { '--ratio': ratio, ...focusStyle(focus) } as CSSProperties;
  if (!src) return <span className={`${s.picture} ${s.none} ${className}`} style={style} aria-hidden="true" />;
  const [across, down] = ratio.split(' / ').map(Number) as [number, number];
  return (
    <img
      className={`${s.picture} ${className}`}
      // Set before `src` and `srcset`: otherwise browsers start to load too early, or the wrong width.
      sizes={sizes}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      // Otherwise it is painted a frame after the rest of the first screen.
      decoding={first ? 'sync' : 'async'}
      srcSet={pictureSrcSet(src)}
      src={pictureAt(src, 640)}
      alt={alt}
      width={640}
      height={Math.round((640 * down) / across)}
      style={style}
    />
  );
}
