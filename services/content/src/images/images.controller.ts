import { Res, StreamableFile } from '@nestjs/common';
import { content, type QueryOf } from '@shop/contracts';
import { ContractController, ValidatedInput, type Input, Route } from '@shop/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { byStaff } from '../media/uploaded.ts';
import { IMMUTABLE, REMOVABLE } from '../media/uploads.ts';
import { ImagesService } from './images.service.ts';

@ContractController()
export class ImagesController {
  constructor(private readonly images: ImagesService) {}

  @Route(content.getImage)
  image(
    @ValidatedInput() { params, ...input }: Input<typeof content.getImage>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.#send(params.name, input, reply);
  }

  @Route(content.getDemoImage)
  demo(
    @ValidatedInput() { params, ...input }: Input<typeof content.getDemoImage>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.#send(`demo/${params.name}`, input, reply);
  }

  @Route(content.addImage)
  async add(@ValidatedInput() { files, session, body }: Input<typeof content.addImage>) {
    return { image: await this.images.upload(files['image'], byStaff(session, body.keep)) };
  }

  @Route(content.storeImage)
  async store(@ValidatedInput() { files }: Input<typeof content.storeImage>) {
    return { image: await this.images.upload(files['image'], { source: 'service' }) };
  }

  async #send(
    name: string,
    { query, request }: { query: QueryOf<typeof content.getImage>; request: FastifyRequest },
    reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { accept } = request.headers;
    const requested = { width: query.w, format: query.f, accept };
    const { type, bytes, etag, varies, isRemovable } = await this.images.get(name, requested);
    // After the lookup: a 404 must not be cached.
    void reply.headers({
      'cache-control': etag === undefined ? 'no-store' : isRemovable ? REMOVABLE : IMMUTABLE,
      // A drawing opened directly is a document: allow its styles and nothing else.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      ...(etag !== undefined && { etag }),
      ...(varies ? { vary: 'accept' } : {}),
    });
    return new StreamableFile(bytes, { type, length: bytes.length });
  }
}
