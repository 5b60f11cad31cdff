import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { identity } from '@shop/contracts';
import { Client, CONFIG, type ServiceConfig } from '@shop/service-kit';

/** What content asks identity: whom a mail goes to, where no event has told. */
@Injectable()
export class Identity implements OnApplicationShutdown {
  readonly #logger = new Logger(Identity.name);
  readonly #client: Client;

  constructor(@Inject(CONFIG) { IDENTITY_URL: baseUrl, SERVICE_TOKEN: serviceToken }: ServiceConfig) {
    this.#client = new Client({ baseUrl, serviceToken });
  }

  /** `undefined` where there is no such account, or identity is away. */
  async contact(userId: string): Promise<identity.Contact | undefined> {
    try {
      return (await this.#client.call(identity.getContact, { params: { userId } })).contact;
    } catch (error) {
      this.#logger.warn('Identity did not tell whom a mail goes to', error);
      return undefined;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#client.close();
  }
}
