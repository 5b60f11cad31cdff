import { picturesShown } from '@shop/demo-data/pieces.ts';
import { picture } from '@shop/demo-data/pictures/picture.ts';
import type { Image } from '../images/image.schema.ts';

/** The drawings of the demo catalogue, under the names that its products refer to. */
export const drawings = (): Image[] =>
  [...picturesShown()].map(([name, spec]) => ({
    _id: `demo/${name}.svg`,
    type: 'image/svg+xml',
    bytes: Buffer.from(picture(spec)),
  }));
