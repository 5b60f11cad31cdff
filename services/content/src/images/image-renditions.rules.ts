import { content } from '@shop/contracts';

/** The preferred format of a browser with this `Accept`; JPEG if it names none of ours. */
export function formatFor(accept: string | undefined): content.ImageFormat {
  const accepted = new Set(accept?.split(',').map((type) => type.split(';', 1)[0]!.trim().toLowerCase()));
  return content.IMAGE_FORMATS.find((format) => accepted.has(`image/${format}`)) ?? 'jpeg';
}

/** The next larger available width; the largest by default. */
export const widthFor = (requested: number | undefined): number =>
  content.IMAGE_WIDTHS.find((width) => width >= (requested ?? Infinity)) ?? content.IMAGE_WIDTHS.at(-1)!;
