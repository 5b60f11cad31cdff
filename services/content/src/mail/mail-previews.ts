import { Inject, Injectable } from '@nestjs/common';
import type { ParamsOf, content } from '@shop/contracts';
import { Clock, CONFIG, Failure } from '@shop/service-kit';
import { BrandService } from '../brand/brand.service.ts';
import type { Config } from '../variables.ts';
import { layOut } from './frame/lay-out.tsx';
import { code } from './kinds/code.ts';
import { KINDS } from './kinds/index.ts';
import { addressOf, type Kind } from './kinds/kind.ts';

const PREVIEWED = { ...KINDS, code } satisfies Record<ParamsOf<typeof content.previewMail>['kind'], unknown>;

/** Shows staff how mails look. */
@Injectable()
export class MailPreviews {
  constructor(
    private readonly brand: BrandService,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Failure `mail.not-found` */
  async of(kind: keyof typeof PREVIEWED, example?: string): Promise<{ html: string; pictures: string }> {
    const { content, examples } = PREVIEWED[kind] as Kind<unknown>;
    const data = example === undefined ? Object.values(examples)[0] : examples[example];
    if (data === undefined) throw new Failure('mail.not-found');
    const { SHOP_URL: shopUrl } = this.config;
    const brand = await this.brand.get();
    const said = content(data, {
      ...{ name: 'Asha Mehta', brand, shopUrl, occurredAt: this.clock.now(), ordered: true },
      // Of no order.
      orderLink: () => addressOf('/order/find', { shopUrl }),
    });
    return { html: layOut(said, brand, shopUrl).html, pictures: new URL(shopUrl).origin };
  }
}
