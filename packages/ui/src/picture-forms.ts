/** Those that the image service keeps, from the smallest that is worth a request of its own. */
const WIDTHS = [320, 480, 640, 960, 1200, 1600] as const;

/** The address of a picture in a width; the service sends the format that the browser likes best. */
export const pictureAt = (src: string, width: number): string =>
  isOwn(src) ? `${src}${src.includes('?') ? '&' : '?'}w=${width}` : src;

/** For `<img srcset>`. A picture of another site comes as it is. */
export const pictureForms = (src: string, widths: readonly number[] = WIDTHS): string | undefined =>
  isOwn(src) ? widths.map((width) => `${pictureAt(src, width)} ${width}w`).join(', ') : undefined;

/** As link previews and search engines read it: not every one of them knows AVIF and WebP, and none draws SVG. */
export const pictureForPreview = (src: string): string => (isOwn(src) ? `${pictureAt(src, 1200)}&f=jpeg` : src);

const isOwn = (src: string) => src.startsWith('/');
