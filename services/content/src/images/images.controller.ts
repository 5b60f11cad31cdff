import { Header, StreamableFile } from '@nestjs/common';
import { content } from '@shop/contracts';
import { CallController, Given, type Input, Route } from '@shop/service-kit';
import { ImagesService } from './images.service.ts';

@CallController()
export class ImagesController {
  constructor(private readonly images: ImagesService) {}

  // An SVG that is opened by itself is a document: it may bring its own style, and nothing else.
  @Header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
  @Header('cache-control', 'public, max-age=31536000, immutable')
  @Route(content.getDemoImage)
  async demo(@Given() { params }: Input<typeof content.getDemoImage>) {
    const { type, bytes } = await this.images.get(`demo/${params.name}`);
    return new StreamableFile(bytes, { type, length: bytes.length });
  }
}
