import { content } from '@shop/contracts';
import { ContractController, Idempotency, type Input, Route, ValidatedInput, withVersion } from '@shop/service-kit';
import { ImagesService } from '../images/images.service.ts';
import { ShowcaseController } from '../showcase/showcase.controller.ts';
import type { Banner } from './banner.schema.ts';
import { BannersService } from './banners.service.ts';

const fieldsOf = ({ _id, image, title, link, from, until }: Banner): content.Banner => ({
  _id: String(_id),
  image,
  title,
  ...(link && { link }),
  ...(from && { from: from.toISOString() }),
  ...(until && { until: until.toISOString() }),
});

@ContractController()
export class BannersController extends ShowcaseController<Banner, content.StaffBanner> {
  constructor(
    private readonly banners: BannersService,
    images: ImagesService,
    idempotency: Idempotency,
  ) {
    super(banners, images, idempotency, (banner) =>
      // The state changes by itself: a form that is open meets no conflict then.
      withVersion({ ...fieldsOf(banner), state: banners.stateOf(banner) }, ['state']),
    );
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
    const times = this.banners.timesToBegin(input.body);
    return this.createEntry(
      input,
      (image) => ({ image, title, ...(link && { link }), ...times }),
      (banner) => ({ banner }),
    );
  }

  @Route(content.changeBanner)
  async change(@ValidatedInput() input: Input<typeof content.changeBanner>) {
    const { title, link } = input.body;
    const times = this.banners.timesOf(input.body);
    return {
      banner: await this.changeEntry(input, (image) => ({
        ...{ title, ...(link !== undefined && { link }) },
        ...{ ...times, ...image },
      })),
    };
  }

  @Route(content.removeBanner)
  remove(@ValidatedInput() input: Input<typeof content.removeBanner>) {
    return this.removeEntry(input);
  }
}
