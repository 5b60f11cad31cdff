import { Res, StreamableFile } from '@nestjs/common';
import { content, type QueryOf } from '@shop/contracts';
import { ContractController, ValidatedInput, type Input, Route } from '@shop/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ImagesService } from './images.service.ts';

@ContractController()
export class ImagesController {
  constructor(private readonly images: ImagesService) {}

  @Route(content.getImage)
  image(
    @ValidatedInput() { params, ...asked }: Input<typeof content.getImage>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.#send(params.name, asked, reply);
  }

  @Route(content.getDemoImage)
  demo(
    @ValidatedInput() { params, ...asked }: Input<typeof content.getDemoImage>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.#send(`demo/${params.name}`, asked, reply);
  }

  @Route(content.addImage)
  async add(@ValidatedInput() { files }: Input<typeof content.addImage>) {
    return { image: await this.images.keep(files['image']) };
  }

  async #send(
    name: string,
    { query, request }: { query: QueryOf<typeof content.getImage>; request: FastifyRequest },
    reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { accept } = request.headers;
    const { type, bytes, etag, varies } = await this.images.get(name, { width: query.w, format: query.f, accept });
    // Only now: a picture that is not there must not stay away for a year.
    void reply.headers({
      'cache-control': 'public, max-age=31536000, immutable',
      // A drawing that is opened by itself is a document: it may bring its own style, and nothing else.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      etag,
      ...(varies ? { vary: 'accept' } : {}),
    });
    return new StreamableFile(bytes, { type, length: bytes.length });
  }
}
