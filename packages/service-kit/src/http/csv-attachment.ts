import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';

/** A file of `csvFileOf` that browsers save under the name. */
export const csvAttachment = (name: string, bytes: AsyncGenerator<Buffer>): StreamableFile =>
  new StreamableFile(Readable.from(bytes), {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${name}"`,
  });
