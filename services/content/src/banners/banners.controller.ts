import { content } from '@shop/contracts';
import { ContractController, Idempotency, type Input, Route, ValidatedInput, withVersion } from '@shop/service-kit';
import { ImagesService } from '../images/images.service.ts';
import { ShowcaseController } from '../showcase/showcase.controller.ts';
import type { Banner } from './banner.schema.ts';
import { BannersService } from './banners.service.ts';

const viewOf = ({ _id, image, title, link, from, until }: Banner): content.Banner =>
  withVersion({
    _id: String(_id),
    image,
    title,
    ...(link && { link }),
    ...(from && { from: from.toISOString() }),
    ...(until && { until: until.toISOString() }),
  });

@ContractController()
export class BannersController extends ShowcaseController<Banner, content.Banner> {
  constructor(
    private readonly banners: BannersService,
    images: ImagesService,
    idempotency: Idempotency,
  ) {
    super(banners, images, idempotency, viewOf);
  }

  @Route(content.listBanners)
  async list() {
    return { banners: (await this.banners.shown()).map(viewOf) };
  }

  @Route(content.listAllBanners)
  async listAll() {
    const banners = await this.banners.list();
    return { banners: banners.map((banner) => ({ ...viewOf(banner), state: this.banners.stateOf(banner) })) };
  }

  @Route(content.createBanner)
  create(@ValidatedInput() input: Input<typeof content.createBanner>) {
    const { title, link } = input.body;
    return this.createEntry(
      input,
      (image) => ({ image, title, ...(link && { link }), ...this.banners.timesOf(input.body) }),
      (banner) => ({ banner }),
    );
  }

  @Route(content.changeBanner)
  async change(@ValidatedInput() input: Input<typeof content.changeBanner>) {
    const { title, link } = input.body;
    return {
      banner: await this.changeEntry(input, (image) => ({
        ...{ title, ...(link !== undefined && { link }) },
        ...{ ...this.banners.timesOf(input.body), ...image },
      })),
    };
  }

  @Route(content.removeBanner)
  remove(@ValidatedInput() input: Input<typeof content.removeBanner>) {
    return this.removeEntry(input);
  }
}
