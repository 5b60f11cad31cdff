import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { identity } from '@shop/contracts';
import { Client, CONFIG } from '@shop/service-kit';
import type { Config } from '../shared-variables.ts';

/** Client of identity: the buyer's contact for the dialog, and the default address. */
@Injectable()
export class Identity implements OnApplicationShutdown {
  readonly #client: Client;

  constructor(@Inject(CONFIG) config: Config) {
    this.#client = new Client({ baseUrl: config.IDENTITY_URL, serviceToken: config.SERVICE_TOKEN[0] });
  }

  /** @throws CallError */
  async contact(userId: string): Promise<identity.Contact> {
    return (await this.#client.call(identity.getContact, { params: { userId } })).contact;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#client.close();
  }
}
