import s from './picture.module.css';

/** Widths that the image service is asked for; cards are shown at about 400 px, the product page at 1200. */
const WIDTHS = [200, 400, 800, 1200] as const;

const at = (src: string, width: number): string => `${src}${src.includes('?') ? '&' : '?'}w=${width}`;

interface Props {
  src: string | undefined;
  alt: string;
  /** CSS lengths by viewport, as in `<img sizes>`. */
  sizes: string;
  /** The most important picture of the first screen: fetched at once; others when they come near. */
  first?: boolean;
  ratio?: '1 / 1' | '4 / 5' | '16 / 9';
  className?: string;
}

/** A photograph in the width that the screen needs, in space of its own, so that nothing moves when it arrives. */
export function Picture({ src, alt, sizes, first = false, ratio = '1 / 1', className = '' }: Props) {
  if (!src)
    return <span className={`${s.picture} ${s.none} ${className}`} style={{ aspectRatio: ratio }} aria-hidden="true" />;
  return (
    <img
      className={`${s.picture} ${className}`}
      src={at(src, 400)}
      srcSet={WIDTHS.map((width) => `${at(src, width)} ${width}w`).join(', ')}
      sizes={sizes}
      alt={alt}
      style={{ aspectRatio: ratio }}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      // Else it would be painted a frame after the rest of the first screen.
      decoding={first ? 'sync' : 'async'}
    />
  );
}
