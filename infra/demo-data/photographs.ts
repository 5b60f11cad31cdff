import crypto from 'node:crypto';
import manifest from '../../studio/photographs/manifest.json' with { type: 'json' };
import { type Piece, pictureName } from './pieces.ts';

/** What the studio has taken: name of the photograph → what it was made from. */
const TAKEN: Readonly<Record<string, string>> = manifest;

/** As a piece shows itself: from its best side, from elsewhere, and close up. */
const VIEWS = ['quarter', 'second', 'detail'] as const;

/**
 * The name under which the shop serves a photograph. One that was taken anew gets another name, because browsers keep
 * pictures for ever.
 */
const servedAs = (shot: string): string =>
  `${shot}.${crypto.createHash('sha256').update(TAKEN[shot]!).digest('hex').slice(0, 8)}.avif`;

/** Every photograph: its file in the studio's folder (without `.avif`), and the name under which it is served. */
export const photographs = (): { shot: string; name: string }[] =>
  Object.keys(TAKEN).map((shot) => ({ shot, name: servedAs(shot) }));

/** The scenes of one kind (`scene-home`), as they are served. */
export const scenes = (kind: string): { shot: string; name: string }[] =>
  photographs().filter(({ shot }) => shot.startsWith(`${kind}-`));

/** Names of a piece's pictures: its photographs, in the order in which a shopper wants them; drawings until there are any. */
export function picturesOfPiece({ group, design, position, pictures }: Piece): string[] {
  const shots = VIEWS.map((view) => `${group}-${design.tones[position]}-${view}`).filter((shot) => shot in TAKEN);
  return shots.length > 0 ? shots.map(servedAs) : pictures.map((picture) => `${pictureName(picture)}.svg`);
}

/** The address of a demo picture in the shop. */
export const pictureAddress = (name: string): string => `/api/v1/images/demo/${name}`;
