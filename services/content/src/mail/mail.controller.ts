import { Inject } from '@nestjs/common';
import { content } from '@shop/contracts';
import { ContractController, CONFIG, Failure, ValidatedInput, type Input, Route } from '@shop/service-kit';
import { BrandService } from '../brand/brand.service.ts';
import type { Config } from '../variables.ts';
import { codeTemplate } from './code.template.ts';
import { layOut } from './layout.ts';
import { MailTransport } from './mail-transport.ts';

@ContractController()
export class MailController {
  constructor(
    private readonly transport: MailTransport,
    private readonly brand: BrandService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Route(content.mailCode)
  async mailCode(@ValidatedInput() { body }: Input<typeof content.mailCode>) {
    const brand = await this.brand.get();
    const mail = layOut(codeTemplate(body, brand, this.config.SHOP_URL), brand);
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
