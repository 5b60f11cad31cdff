import { content } from '@shop/contracts';
import { ContractController, Idempotency, type Input, Route, ValidatedInput, withVersion } from '@shop/service-kit';
import { ImagesService } from '../images/images.service.ts';
import { ShowcaseController } from '../showcase/showcase.controller.ts';
import type { Banner } from './banner.schema.ts';
import { fieldsOf } from './banner.view.ts';
import { BannersService } from './banners.service.ts';

/** As it is stored: nothing where none is sent. */
function focusOf(sent: string | undefined): Pick<Banner, 'focus'> {
  if (sent === undefined) return {};
  const [x, y] = sent.split(' ').map(Number);
  return { focus: sent === '' ? null : { x: x!, y: y! } };
}

@ContractController()
export class BannersController extends ShowcaseController<Banner, content.StaffBanner> {
  constructor(
    private readonly banners: BannersService,
    images: ImagesService,
    idempotency: Idempotency,
  ) {
    super(banners, images, idempotency);
  }

  @Route(content.listBanners)
  async list() {
    return { banners: (await this.banners.shown()).map((banner) => withVersion(fieldsOf(banner))) };
  }

  @Route(content.listAllBanners)
  async listAll() {
    return { banners: await this.listEntries() };
  }

  @Route(content.createBanner)
  create(@ValidatedInput() input: Input<typeof content.createBanner>) {
    const { title, link } = input.body;
    const more = { ...focusOf(input.body.focus), ...this.banners.timesToBegin(input.body) };
    return this.createEntry(
      input,
      (image) => ({ image, title, ...(link && { link }), ...more }),
      (banner) => ({ banner }),
    );
  }

  @Route(content.changeBanner)
  async change(@ValidatedInput() input: Input<typeof content.changeBanner>) {
    const { title, link } = input.body;
    const more = { ...focusOf(input.body.focus), ...this.banners.timesOf(input.body) };
    return {
      banner: await this.changeEntry(input, (image) => ({
        ...{ title, ...(link !== undefined && { link }) },
        ...{ ...more, ...image },
      })),
    };
  }

  @Route(content.removeBanner)
  remove(@ValidatedInput() input: Input<typeof content.removeBanner>) {
    return this.removeEntry(input);
  }
}
