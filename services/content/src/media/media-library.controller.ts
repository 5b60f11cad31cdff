import { Res, StreamableFile } from '@nestjs/common';
import { content } from '@shop/contracts';
import { ContractController, type Input, Route, ValidatedInput } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { MediaLibrary } from './media-library.ts';

@ContractController()
export class MediaLibraryController {
  constructor(private readonly library: MediaLibrary) {}

  @Route(content.listMedia)
  list(@ValidatedInput() { query }: Input<typeof content.listMedia>) {
    return this.library.list(query);
  }

  @Route(content.removeMedium)
  async remove(@ValidatedInput() { params, session }: Input<typeof content.removeMedium>) {
    await this.library.remove(session, params.kind, content.storedMediumName(params.name));
    return { message: 'Removed' };
  }

  @Route(content.getMedium)
  one(@ValidatedInput() { params }: Input<typeof content.getMedium>) {
    return this.library.one(params.kind, content.storedMediumName(params.name));
  }

  @Route(content.getOriginal)
  async original(
    @ValidatedInput() { params }: Input<typeof content.getOriginal>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { type, bytes } = await this.library.original(params.kind, content.storedMediumName(params.name));
    void reply.headers({
      'content-disposition': `attachment; filename="${params.name}"`,
      // A drawing that is opened nevertheless runs nothing.
      'content-security-policy': "default-src 'none'; sandbox",
    });
    return new StreamableFile(bytes, { type, length: bytes.length });
  }

  @Route(content.replaceMedium)
  replace(@ValidatedInput() { params, body, session }: Input<typeof content.replaceMedium>) {
    return this.library.replace(session, params.kind, content.storedMediumName(params.name), body.by);
  }

  @Route(content.keepOneMedium)
  keepOne(@ValidatedInput() { params, body, session }: Input<typeof content.keepOneMedium>) {
    return this.library.keepOne(session, params.kind, content.storedMediumName(params.name), body.others);
  }
}
