import fs from 'node:fs/promises';
import path from 'node:path';
import { clips, photographs } from '@shop/demo-data/photographs.ts';
import { picturesShown } from '@shop/demo-data/catalogue.ts';
import { picture } from '@shop/demo-data/pictures/picture.ts';
import sharp from 'sharp';
import type { Image } from '../images/image.schema.ts';
import type { Video } from '../videos/video.schema.ts';

/** The drawings of the demo catalogue. */
export const drawings = (): Image[] =>
  [...picturesShown()].map(([name, spec]) => ({
    _id: `demo/${name}.svg`,
    type: 'image/svg+xml',
    bytes: Buffer.from(picture(spec)),
    width: 600,
    height: 600,
  }));

/** The studio's photographs in `folder`, not re-encoded. */
export const photographsIn = (folder: string): Promise<Image[]> =>
  Promise.all(
    photographs().map(async ({ shot, name }) => {
      const bytes = await fs.readFile(path.join(folder, `${shot}.avif`));
      const { width, height } = await sharp(bytes).metadata();
      return { _id: `demo/${name}`, type: 'image/avif', bytes, width, height };
    }),
  );

/** The studio's clips in `folder`. */
export const clipsIn = (folder: string): Promise<Video[]> =>
  Promise.all(
    clips().map(async ({ shot, name }) => ({
      _id: `demo/${name}`,
      bytes: await fs.readFile(path.join(folder, `${shot}.mp4`)),
    })),
  );
