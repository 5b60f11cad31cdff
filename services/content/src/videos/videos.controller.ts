import { Res, StreamableFile } from '@nestjs/common';
import { content } from '@shop/contracts';
import { ContractController, ValidatedInput, type Input, Route } from '@shop/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import rangesOf from 'range-parser';
import { VideosService } from './videos.service.ts';

const TYPE = 'video/mp4';

@ContractController()
export class VideosController {
  constructor(private readonly videos: VideosService) {}

  @Route(content.getVideo)
  video(
    @ValidatedInput() { params, request }: Input<typeof content.getVideo>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.#send(params.name, request, reply);
  }

  @Route(content.getDemoVideo)
  demo(
    @ValidatedInput() { params, request }: Input<typeof content.getDemoVideo>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.#send(`demo/${params.name}`, request, reply);
  }

  @Route(content.addVideo)
  async add(@ValidatedInput() { files }: Input<typeof content.addVideo>) {
    return { video: await this.videos.keep(files['video']) };
  }

  /** The whole, or one part of it: Safari plays nothing that does not come in parts. */
  async #send(name: string, request: FastifyRequest, reply: FastifyReply): Promise<StreamableFile> {
    const bytes = await this.videos.get(name);
    // Only now: a video that is not there must not stay away for a year.
    void reply.headers({ 'accept-ranges': 'bytes', 'cache-control': 'public, max-age=31536000, immutable' });
    const ranges = request.headers.range === undefined ? undefined : rangesOf(bytes.length, request.headers.range);
    if (ranges === -1) {
      void reply.status(416).header('content-range', `bytes */${bytes.length}`);
      return new StreamableFile(Buffer.alloc(0), { type: TYPE, length: 0 });
    }
    // What is no range, or several at once, may be answered by the whole.
    const range = Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
    if (!range) return new StreamableFile(bytes, { type: TYPE, length: bytes.length });
    const part = bytes.subarray(range.start, range.end + 1);
    void reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes.length}`);
    return new StreamableFile(part, { type: TYPE, length: part.length });
  }
}
