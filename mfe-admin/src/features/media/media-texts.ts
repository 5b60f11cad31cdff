import type { Medium } from '../../api/media.ts';

/** `1.2 MB`, `340 kB`. */
export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Empty where it is not known. */
export const pixelsOf = ({ width, height }: Pick<Medium, 'width' | 'height'>): string =>
  width && height ? `${width} × ${height}` : '';

export const nounOf = ({ kind }: Pick<Medium, 'kind'>): 'clip' | 'picture' => (kind === 'videos' ? 'clip' : 'picture');
