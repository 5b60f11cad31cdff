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

/** What the banners of the studio's scenes say, and where they lead. They promise only what the demo shop has. */
const BANNERS: Record<string, Pick<Banner, 'title' | 'link'>> = {
  'scene-home-1': {
    title: 'The solitaire, from a workshop of twelve pairs of hands',
    link: '/product/ring/solitaire',
  },
  'scene-home-2': {
    title: 'Wedding season: temple gold in 22K',
    link: '/shop?filter.occasion=wedding&filter.purity=22k',
  },
  'scene-home-3': { title: 'Bangles to stack, plain and set', link: '/product/bangle' },
  'scene-home-4': { title: 'Earrings for every evening', link: '/product/earring' },
};
const DEFAULT_BANNER = { title: 'New in the shop', link: '/shop?sort_by=created-descending' };

/** A banner for each scene of the studio. */
export const banners = (): Banner[] =>
  scenes('scene-home').map(({ shot, name }) => ({
    // The scene's number keeps ids stable when scenes are added.
    _id: idOf('banner', Number(/\d+$/.exec(shot)?.[0] ?? 0)),
    image: pictureAddress(name),
    ...(BANNERS[shot] ?? DEFAULT_BANNER),
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
