import s from './thumbnail.module.css';

/** What the image service is asked for: enough for 100 px on a sharp screen. */
const WIDTH = 200;

/** The small square picture of a line in a list. What it shows stands beside it in words, so it is silent itself. */
export function Thumbnail({ src, size = 72 }: { src: string | undefined; size?: number }) {
  const frame = { className: s.thumbnail, style: { width: size, height: size } };
  if (!src) return <span {...frame} aria-hidden="true" />;
  const address = `${src}${src.includes('?') ? '&' : '?'}w=${WIDTH}`;
  return <img {...frame} src={address} alt="" width={size} height={size} loading="lazy" decoding="async" />;
}
