import { Res, StreamableFile } from '@nestjs/common';
import { content } from '@shop/contracts';
import { ContractController, ValidatedInput, type Input, Route } from '@shop/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import rangesOf from 'range-parser';
import { byStaff } from '../media/uploaded.ts';
import { IMMUTABLE } from '../media/uploads.ts';
import { VIDEO_TYPE as TYPE, VideosService } from './videos.service.ts';

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
  async add(@ValidatedInput() { files, session, body }: Input<typeof content.addVideo>) {
    return { video: await this.videos.upload(files['video'], byStaff(session, body.keep)) };
  }

  /** Sends the whole video or the requested range; Safari requires ranges. */
  async #send(name: string, request: FastifyRequest, reply: FastifyReply): Promise<StreamableFile> {
    const video = await this.videos.get(name);
    const { size } = video.original;
    const ranges = request.headers.range === undefined ? undefined : rangesOf(size, request.headers.range);
    // Invalid and multiple ranges are answered with the whole video.
    const range = Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
    const bytes = ranges === -1 ? Buffer.alloc(0) : await this.videos.bytesOf(video, range);
    // After the bytes are there: an error must not be cached.
    void reply.headers({ 'accept-ranges': 'bytes', 'cache-control': IMMUTABLE });
    if (ranges === -1) void reply.status(416).header('content-range', `bytes */${size}`);
    if (range) void reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
    return new StreamableFile(bytes, { type: TYPE, length: bytes.length });
  }
}
