import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type AnswerOf, content } from '@shop/contracts';
import { Client, CONFIG, refusalOf, type UploadedFile } from '@shop/service-kit';
import type { Config } from '../variables.ts';

/** Client of content: stores pictures. */
@Injectable()
export class Pictures implements OnApplicationShutdown {
  readonly #client: Client;

  constructor(@Inject(CONFIG) { CONTENT_URL: baseUrl, SERVICE_TOKEN: [serviceToken] }: Config) {
    this.#client = new Client({ baseUrl, serviceToken });
  }

  /** Address and size of the stored picture. @throws Failure as content refuses the file; CallError without an answer */
  async store(image: UploadedFile): Promise<AnswerOf<typeof content.storeImage>['image']> {
    try {
      return (await this.#client.call(content.storeImage, { body: {}, files: { image } })).image;
    } catch (error) {
      throw refusalOf(error, ({ status }) => status < 500);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#client.close();
  }
}
