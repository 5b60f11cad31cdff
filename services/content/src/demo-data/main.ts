import { runOnce } from '@shop/service-kit';
import { AppModule } from '../app.module.ts';
import { BrandService } from '../brand/brand.service.ts';
import { config } from '../config.ts';
import { ImagesService } from '../images/images.service.ts';
import { PagesService } from '../pages/pages.service.ts';
import { brand } from './brand.ts';
import { drawings } from './images.ts';
import { pages } from './pages.ts';

/** Writes the demo shop's brand, text pages and pictures. */
await runOnce({ name: 'content', module: AppModule, config }, async (app) => {
  await app.get(BrandService, { strict: false }).change(brand);
  const texts = app.get(PagesService, { strict: false });
  for (const { slug, ...text } of pages) await texts.change(slug, text);
  await app.get(ImagesService, { strict: false }).add(drawings());
});
