/** Widths that the image service stores, without those too small to be worth a request. */
const WIDTHS = [320, 480, 640, 960, 1200, 1600] as const;

/** The address of a picture in a width; the service negotiates the format. */
export const pictureAt = (src: string, width: number): string =>
  isOwn(src) ? `${src}${src.includes('?') ? '&' : '?'}w=${width}` : src;

/** For `<img srcset>`. Pictures of other sites have one size only. */
export const pictureSrcSet = (src: string, widths: readonly number[] = WIDTHS): string | undefined =>
  isOwn(src) ? widths.map((width) => `${pictureAt(src, width)} ${width}w`).join(', ') : undefined;

/** For link previews and search engines: not all support AVIF and WebP, none renders SVG. */
export const pictureForPreview = (src: string): string => (isOwn(src) ? `${pictureAt(src, 1200)}&f=jpeg` : src);

/** A point of a picture in per cent of its width and height. */
export interface Focus {
  x: number;
  y: number;
}

/** For `style`: what stays in sight where a picture is cropped; by default its middle. */
export const focusStyle = (focus: Focus | undefined): { objectPosition?: string } =>
  focus ? { objectPosition: `${focus.x}% ${focus.y}%` } : {};

const isOwn = (src: string) => src.startsWith('/');
