import { content } from '@shop/contracts';

const acceptedTypes = (accept: string | undefined): Set<string> =>
  new Set(accept?.split(',').map((type) => type.split(';', 1)[0]!.trim().toLowerCase()));

/** Whether a browser with this `Accept` shows pictures of the type; JPEG and PNG all do. */
export const isShownBy = (accept: string | undefined, type: string): boolean =>
  type === 'image/jpeg' || type === 'image/png' || acceptedTypes(accept).has(type);

/** The preferred format of a browser with this `Accept`; JPEG if it names none of ours. */
export function formatFor(accept: string | undefined): content.ImageFormat {
  const accepted = acceptedTypes(accept);
  return content.IMAGE_FORMATS.find((format) => accepted.has(`image/${format}`)) ?? 'jpeg';
}

/** The next larger available width; the largest by default. */
export const widthFor = (requested: number | undefined): number =>
  content.IMAGE_WIDTHS.find((width) => width >= (requested ?? Infinity)) ?? content.IMAGE_WIDTHS.at(-1)!;
