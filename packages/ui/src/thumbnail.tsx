import { pictureAt, pictureForms } from './picture-forms.ts';
import s from './thumbnail.module.css';

const WIDTHS = [160, 320];

/** The small square picture of a line in a list. What it shows stands beside it in words, so it is silent itself. */
export function Thumbnail({ src, size = 72 }: { src: string | undefined; size?: number }) {
  const frame = { className: s.thumbnail, style: { width: size, height: size } };
  if (!src) return <span {...frame} aria-hidden="true" />;
  return (
    <img
      {...frame}
      sizes={`${size}px`}
      loading="lazy"
      decoding="async"
      srcSet={pictureForms(src, WIDTHS)}
      src={pictureAt(src, WIDTHS[0]!)}
      alt=""
      width={size}
      height={size}
    />
  );
}
