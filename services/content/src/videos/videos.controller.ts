import { Res, StreamableFile } from '@nestjs/common';
import { content } from '@shop/contracts';
import { ContractController, ValidatedInput, type Input, Route } from '@shop/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import rangesOf from 'range-parser';
import { IMMUTABLE } from '../media/uploads.ts';
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
    return { video: await this.videos.upload(files['video']) };
  }

  /** Sends the whole video or the requested range; Safari requires ranges. */
  async #send(name: string, request: FastifyRequest, reply: FastifyReply): Promise<StreamableFile> {
    const bytes = await this.videos.get(name);
    // After the lookup: a 404 must not be cached.
    void reply.headers({ 'accept-ranges': 'bytes', 'cache-control': IMMUTABLE });
    const ranges = request.headers.range === undefined ? undefined : rangesOf(bytes.length, request.headers.range);
    if (ranges === -1) {
      void reply.status(416).header('content-range', `bytes */${bytes.length}`);
      return new StreamableFile(Buffer.alloc(0), { type: TYPE, length: 0 });
    }
    // Invalid and multiple ranges are answered with the whole video.
    const range = Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
    if (!range) return new StreamableFile(bytes, { type: TYPE, length: bytes.length });
    const part = bytes.subarray(range.start, range.end + 1);
    void reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes.length}`);
    return new StreamableFile(part, { type: TYPE, length: part.length });
  }
}
