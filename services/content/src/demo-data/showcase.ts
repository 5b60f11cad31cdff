import crypto from 'node:crypto';
import { pictureAddress, picturesOfPiece, scenes } from '@shop/demo-data/photographs.ts';
import { pieces } from '@shop/demo-data/pieces.ts';
import { Types } from 'mongoose';
import type { Banner } from '../banners/banner.schema.ts';
import type { Post } from '../posts/post.schema.ts';

/** The same id for the same thing, every time; ids of one kind are in the order of `place`. */
const idOf = (kind: string, place: number): Types.ObjectId =>
  new Types.ObjectId(
    `${crypto.createHash('sha256').update(kind).digest('hex').slice(0, 20)}${place.toString(16).padStart(4, '0')}`,
  );

const TITLES = [
  'The solitaire, from a workshop of twelve pairs of hands',
  'Wedding season: no making charge on bangles in pairs',
  'Lab-grown diamonds, 15% off until the end of the month',
  'Everyday gold, lighter than a letter',
  'Rose gold, for the hour before sunset',
];

/** A banner for each scene of the studio. */
export const banners = (): Banner[] =>
  scenes('scene-home').map(({ name }, place) => ({
    _id: idOf('banner', place),
    image: pictureAddress(name),
    title: TITLES[place % TITLES.length]!,
  }));

/** Groups whose close-ups are posts. */
const POSTED = ['AR-1001', 'AR-1007', 'AR-1024', 'AR-1046', 'AR-1067', 'AR-1083', 'AR-1102', 'AR-1011'];

/** Posts with the last picture of a piece: its close-up. */
export const posts = (): Post[] =>
  POSTED.flatMap((group, place) => {
    const piece = pieces().find((one) => one.group === group);
    const picture = piece && picturesOfPiece(piece).at(-1);
    if (!picture) return [];
    return [
      {
        _id: idOf('post', place),
        image: pictureAddress(picture),
        url: `https://www.instagram.com/p/${group.replace('-', '').toLowerCase()}/`,
      },
    ];
  });
