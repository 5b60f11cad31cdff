import path from 'node:path';
import { runOnce } from '@shop/service-kit';
import { AppModule } from '../app.module.ts';
import { BannersService } from '../banners/banners.service.ts';
import { BrandService } from '../brand/brand.service.ts';
import { config } from '../config.ts';
import { ImagesService } from '../images/images.service.ts';
import { PagesService } from '../pages/pages.service.ts';
import { PostsService } from '../posts/posts.service.ts';
import { VideosService } from '../videos/videos.service.ts';
import { brand } from './brand.ts';
import { clipsIn, drawings, photographsIn } from './images.ts';
import { pages } from './pages.ts';
import { banners, posts } from './showcase.ts';

/** Relative to the service's folder, both in the repository and in the container image. */
const STUDIO = path.resolve('../../studio');

/** Loads the demo shop's brand, text pages, images, videos, banners and posts. */
await runOnce({ name: 'content', module: AppModule, config }, async (app) => {
  const images = app.get(ImagesService, { strict: false });
  await images.save(drawings());
  await images.save(await photographsIn(path.join(STUDIO, 'photographs')));
  await app.get(VideosService, { strict: false }).save(await clipsIn(path.join(STUDIO, 'clips')));
  await app.get(BannersService, { strict: false }).load(banners());
  await app.get(PostsService, { strict: false }).load(posts());
  await app.get(BrandService, { strict: false }).change(undefined, brand);
  const pagesService = app.get(PagesService, { strict: false });
  for (const { slug, ...text } of pages) await pagesService.change(undefined, slug, text);
});
