import type { CSSProperties } from 'react';
import { pictureAt, pictureForms } from './picture-forms.ts';
import s from './picture.module.css';

interface Props {
  src: string | undefined;
  alt: string;
  /** CSS lengths by viewport, as in `<img sizes>`. */
  sizes: string;
  /** The most important picture of the first screen: fetched at once; others when they come near. */
  first?: boolean;
  /** Its place; what does not fit is cut off. A class may set another `aspect-ratio`. */
  ratio?: '1 / 1' | '4 / 5' | '20 / 11';
  className?: string;
}

/** A photograph in the width that the screen needs, in space of its own, so that nothing moves when it arrives. */
export function Picture({ src, alt, sizes, first = false, ratio = '1 / 1', className = '' }: Props) {
  const style = { '--ratio': ratio } as CSSProperties;
  if (!src) return <span className={`${s.picture} ${s.none} ${className}`} style={style} aria-hidden="true" />;
  const [across, down] = ratio.split(' / ').map(Number) as [number, number];
  return (
    <img
      className={`${s.picture} ${className}`}
      // Before the addresses: a browser that knows where it is shown, and that it can wait, asks for nothing too early.
      sizes={sizes}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      // Else it would be painted a frame after the rest of the first screen.
      decoding={first ? 'sync' : 'async'}
      srcSet={pictureForms(src)}
      src={pictureAt(src, 640)}
      alt={alt}
      width={640}
      height={Math.round((640 * down) / across)}
      style={style}
    />
  );
}
