import { type Focus, focusStyle, pictureAt, pictureSrcSet } from './picture-sources.ts';
import s from './thumbnail.module.css';

const WIDTHS = [160, 320];

interface Props {
  src: string | undefined;
  /** Pixels. */
  size?: number;
  /** What stays in sight where it is cropped. */
  focus?: Focus | undefined;
}

/** The small square picture of a list row. Decorative: the text beside it names the subject. */
export function Thumbnail({ src, size = 72, focus }: Props) {
  const frame = { className: s.thumbnail, style: { width: size, height: size, ...focusStyle(focus) } };
  if (!src) return <span {...frame} aria-hidden="true" />;
  return (
    <img
      {...frame}
      sizes={`${size}px`}
      loading="lazy"
      decoding="async"
      srcSet={pictureSrcSet(src, WIDTHS)}
      src={pictureAt(src, WIDTHS[0]!)}
      alt=""
      width={size}
      height={size}
    />
  );
}
