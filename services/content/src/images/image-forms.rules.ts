import { content } from '@shop/contracts';

/** The format that a browser with this `Accept` likes best. Who names none gets what everybody reads. */
export function formatFor(accept: string | undefined): content.ImageFormat {
  const named = new Set(accept?.split(',').map((type) => type.split(';', 1)[0]!.trim().toLowerCase()));
  return content.IMAGE_FORMATS.find((format) => named.has(`image/${format}`)) ?? 'jpeg';
}

/** The next wider of the widths that are kept; the widest where none is asked for. */
export const widthFor = (wanted: number | undefined): number =>
  content.IMAGE_WIDTHS.find((width) => width >= (wanted ?? Infinity)) ?? content.IMAGE_WIDTHS.at(-1)!;
