import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { identity } from '@shop/contracts';
import { Client, CONFIG, type ServiceConfig } from '@shop/service-kit';

/** Client of identity: the recipient of a mail, if no event has reported it. */
@Injectable()
export class Identity implements OnApplicationShutdown {
  readonly #logger = new Logger(Identity.name);
  readonly #client: Client;

  constructor(@Inject(CONFIG) { IDENTITY_URL: baseUrl, SERVICE_TOKEN: [serviceToken] }: ServiceConfig) {
    this.#client = new Client({ baseUrl, serviceToken });
  }

  /** `undefined` if there is no such account or identity is unavailable. */
  async contact(userId: string): Promise<identity.Contact | undefined> {
    try {
      return (await this.#client.call(identity.getContact, { params: { userId } })).contact;
    } catch (error) {
      this.#logger.warn('The recipient of a mail could not be fetched from identity', error);
      return undefined;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#client.close();
  }
}
