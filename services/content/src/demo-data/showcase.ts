import crypto from 'node:crypto';
import { pictureAddress, picturesOfPiece, scenes } from '@shop/demo-data/photographs.ts';
import { pieces } from '@shop/demo-data/catalogue.ts';
import { Types } from 'mongoose';
import type { Banner } from '../banners/banner.schema.ts';
import type { Post } from '../posts/post.schema.ts';

/** Deterministic ids, ordered by `place` within a kind. */
const idOf = (kind: string, place: number): Types.ObjectId =>
  new Types.ObjectId(
    `${crypto.createHash('sha256').update(kind).digest('hex').slice(0, 20)}${place.toString(16).padStart(4, '0')}`,
  );

/** Titles of the studio's scenes. */
const TITLES: Record<string, string> = {
  'scene-home-1': 'The solitaire, from a workshop of twelve pairs of hands',
  'scene-home-2': 'Wedding season: temple gold at 8% making charge',
  'scene-home-3': 'Bangles in pairs: the second one without making charge',
  'scene-home-4': 'Earrings for every evening, 15% off until Sunday',
};
const DEFAULT_TITLE = 'New in the shop';

/** A banner for each scene of the studio. */
export const banners = (): Banner[] =>
  scenes('scene-home').map(({ shot, name }) => ({
    // The scene's number keeps ids stable when scenes are added.
    _id: idOf('banner', Number(/\d+$/.exec(shot)?.[0] ?? 0)),
    image: pictureAddress(name),
    title: TITLES[shot] ?? DEFAULT_TITLE,
  }));

const MAX_POSTS = 8;

/** Posts spread over the catalogue, each with the last photograph of a product, usually the close-up. */
export function posts(): Post[] {
  const shown = pieces().flatMap((piece) => {
    const picture = piece.position === 0 ? picturesOfPiece(piece).at(-1)! : '.svg';
    return picture.endsWith('.svg') ? [] : [{ group: piece.group, picture }];
  });
  return Array.from({ length: Math.min(MAX_POSTS, shown.length) }, (_, place) => {
    const { group, picture } = shown[Math.floor((place * shown.length) / MAX_POSTS)]!;
    return {
      _id: idOf('post', place),
      image: pictureAddress(picture),
      url: `https://www.instagram.com/p/${group.replace('-', '').toLowerCase()}/`,
    };
  });
}
