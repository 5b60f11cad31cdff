import { Inject } from '@nestjs/common';
import { content } from '@shop/contracts';
import { Clock, ContractController, CONFIG, Failure, ValidatedInput, type Input, Route } from '@shop/service-kit';
import { BrandService } from '../brand/brand.service.ts';
import type { Config } from '../variables.ts';
import { layOut } from './frame/lay-out.tsx';
import { code } from './kinds/code.ts';
import { OrderLinks } from './order-links.ts';
import { MailTransport } from './mail-transport.ts';

@ContractController()
export class MailController {
  constructor(
    private readonly transport: MailTransport,
    private readonly brand: BrandService,
    private readonly links: OrderLinks,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Route(content.mailCode)
  async mailCode(@ValidatedInput() { body }: Input<typeof content.mailCode>) {
    const brand = await this.brand.get();
    const { SHOP_URL: shopUrl } = this.config;
    const said = code.content(body.mail, {
      name: body.name,
      brand,
      shopUrl,
      occurredAt: this.clock.now(),
      orderLink: (orderId) => this.links.to(orderId, this.clock.now()),
      ordered: false,
    });
    const mail = layOut(said, brand, shopUrl);
    try {
      await this.transport.send({ to: body.to, ...mail }, brand.name);
    } catch (error) {
      throw new Failure(isRefusal(error) ? 'mail.recipient-refused' : 'mail.not-sent', { cause: error });
    }
    return { accepted: true as const };
  }
}

/** Whether the mail server refused the recipient for good, as opposed to being busy or away. */
function isRefusal(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return code === 'EENVELOPE' && responseCode >= 500;
}
