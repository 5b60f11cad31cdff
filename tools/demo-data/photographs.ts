import crypto from 'node:crypto';
import turning from '../../studio/clips/manifest.json' with { type: 'json' };
import manifest from '../../studio/photographs/manifest.json' with { type: 'json' };
import { type Piece, pictureName } from './pieces.ts';

/** What the studio has taken: name of the photograph → what it was made from. */
const TAKEN: Readonly<Record<string, string>> = manifest;
/** The same of its clips. */
const TURNING: Readonly<Record<string, string>> = turning;

/** As a piece shows itself: from its best side, from elsewhere, and close up. */
const VIEWS = ['quarter', 'second', 'detail'] as const;

/**
 * The name under which the shop serves a photograph or a clip. One that was taken anew gets another name, because browsers
 * keep them for ever.
 */
const named = (shot: string, source: string, extension: string): string =>
  `${shot}.${crypto.createHash('sha256').update(source).digest('hex').slice(0, 8)}.${extension}`;
const servedAs = (shot: string): string => named(shot, TAKEN[shot]!, 'avif');
const clipServedAs = (shot: string): string => named(shot, TURNING[shot]!, 'mp4');

/** Every photograph: its file in the studio's folder (without `.avif`), and the name under which it is served. */
export const photographs = (): { shot: string; name: string }[] =>
  Object.keys(TAKEN).map((shot) => ({ shot, name: servedAs(shot) }));

/** The name under which one photograph is served; nothing where it is not taken yet. */
export const photograph = (shot: string): string | undefined => (shot in TAKEN ? servedAs(shot) : undefined);

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

/** Where the shop serves clips. */
export const CLIPS = '/api/v1/videos/demo/';

/** Every clip: its file in the studio's folder (without `.mp4`), and the name under which it is served. */
export const clips = (): { shot: string; name: string }[] =>
  Object.keys(TURNING).map((shot) => ({ shot, name: clipServedAs(shot) }));

/** Address of the clip in which a piece turns, where there is one. */
export function clipOfPiece({ group, design, position }: Piece): string | undefined {
  const shot = `${group}-${design.tones[position]}-turn`;
  return shot in TURNING ? `${CLIPS}${clipServedAs(shot)}` : undefined;
}
