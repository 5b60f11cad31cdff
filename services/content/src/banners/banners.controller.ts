import { content } from '@shop/contracts';
import { ContractController, ValidatedInput, Idempotency, type Input, Route } from '@shop/service-kit';
import { ImagesService } from '../images/images.service.ts';
import type { Banner } from './banner.schema.ts';
import { BannersService } from './banners.service.ts';

const viewOf = ({ _id, image, title }: Banner): content.Banner => ({ _id: String(_id), image, title });

@ContractController()
export class BannersController {
  constructor(
    private readonly banners: BannersService,
    private readonly images: ImagesService,
    private readonly idempotency: Idempotency,
  ) {}

  @Route(content.listBanners)
  async list() {
    return { banners: (await this.banners.list()).map(viewOf) };
  }

  @Route(content.createBanner)
  async create(@ValidatedInput() input: Input<typeof content.createBanner>) {
    const { src: image } = await this.images.keep(input.files['image']);
    return this.idempotency.once(input, async (transaction) => ({
      banner: viewOf(await this.banners.create(input.session, { image, title: input.body.title }, transaction)),
    }));
  }

  @Route(content.changeBanner)
  async change(@ValidatedInput() { session, params, body, files }: Input<typeof content.changeBanner>) {
    const image = files['image'] && { image: (await this.images.keep(files['image'])).src };
    return { banner: viewOf(await this.banners.change(session, params.id, { title: body.title, ...image })) };
  }

  @Route(content.removeBanner)
  async remove(@ValidatedInput() { session, params }: Input<typeof content.removeBanner>) {
    await this.banners.remove(session, params.id);
    return { _id: params.id };
  }
}
