import crypto from 'node:crypto';
import clipManifest from '../../studio/clips/manifest.json' with { type: 'json' };
import manifest from '../../studio/photographs/manifest.json' with { type: 'json' };
import { type Piece, pictureName } from './catalogue.ts';

/** Photographs taken by the studio: name → hash of what they were made from. */
const PHOTOGRAPH_SOURCES: Readonly<Record<string, string>> = manifest;
/** Likewise, clips. */
const CLIP_SOURCES: Readonly<Record<string, string>> = clipManifest;

/** Views of a piece in the order of its gallery: main, alternative, on a display form, close-up. */
const VIEWS = ['quarter', 'second', 'worn', 'detail'] as const;

/**
 * The file name under which the shop serves a photograph or clip. A retaken one gets a new name, because browsers cache
 * them forever.
 */
const named = (shot: string, source: string, extension: string): string =>
  `${shot}.${crypto.createHash('sha256').update(source).digest('hex').slice(0, 8)}.${extension}`;
const servedAs = (shot: string): string => named(shot, PHOTOGRAPH_SOURCES[shot]!, 'avif');
const clipServedAs = (shot: string): string => named(shot, CLIP_SOURCES[shot]!, 'mp4');

/** Every photograph: its file in the studio's folder (without `.avif`), and the name under which it is served. */
export const photographs = (): { shot: string; name: string }[] =>
  Object.keys(PHOTOGRAPH_SOURCES).map((shot) => ({ shot, name: servedAs(shot) }));

/** The served name of one photograph; undefined if it has not been taken yet. */
export const photograph = (shot: string): string | undefined =>
  shot in PHOTOGRAPH_SOURCES ? servedAs(shot) : undefined;

/** The scenes of one kind (`scene-home`) with their served names. */
export const scenes = (kind: string): { shot: string; name: string }[] =>
  photographs().filter(({ shot }) => shot.startsWith(`${kind}-`));

/** Names of a piece's pictures in display order: its photographs, or drawings as long as there are none. */
export function picturesOfPiece({ group, design, position, pictures }: Piece): string[] {
  const shots = VIEWS.map((view) => `${group}-${design.tones[position]}-${view}`).filter(
    (shot) => shot in PHOTOGRAPH_SOURCES,
  );
  return shots.length > 0 ? shots.map(servedAs) : pictures.map((picture) => `${pictureName(picture)}.svg`);
}

export const pictureAddress = (name: string): string => `/api/v1/images/demo/${name}`;

export const CLIPS = '/api/v1/videos/demo/';

/** Every clip: its file in the studio's folder (without `.mp4`), and the name under which it is served. */
export const clips = (): { shot: string; name: string }[] =>
  Object.keys(CLIP_SOURCES).map((shot) => ({ shot, name: clipServedAs(shot) }));

/** Address of the turntable clip, where there is one. */
export function clipOfPiece({ group, design, position }: Piece): string | undefined {
  const shot = `${group}-${design.tones[position]}-turn`;
  return shot in CLIP_SOURCES ? `${CLIPS}${clipServedAs(shot)}` : undefined;
}
