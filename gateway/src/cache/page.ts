import crypto from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** Below this size compression costs more than it saves. */
export const MIN_COMPRESSED_BYTES = 1_000;
const COMPRESSIBLE = /^(?:text\/|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|xml|javascript|manifest))/;

export const isCompressible = (contentType: string | undefined): boolean => COMPRESSIBLE.test(contentType ?? '');

/** The best supported encoding that an `Accept-Encoding` allows. */
export function encodingFor(acceptEncoding: string | undefined): Encoding {
  if (!acceptEncoding) return 'identity';
  if (ACCEPTS_BR.test(acceptEncoding)) return 'br';
  return ACCEPTS_GZIP.test(acceptEncoding) ? 'gzip' : 'identity';
}

const accepts = (name: Encoding) => new RegExp(`(?:^|,)\\s*${name}\\s*(?:,|$|;\\s*q=(?:1|0?\\.0*[1-9]))`, 'i');
const ACCEPTS_BR = accepts('br');
const ACCEPTS_GZIP = accepts('gzip');

/** A public answer in memory, with compressed forms made once and on demand. */
export class Page {
  readonly etag: string;
  readonly #compressible: boolean;
  readonly #forms = new Map<Encoding, Buffer | Promise<Buffer>>();

  constructor(
    readonly status: number,
    readonly headers: Readonly<Record<string, string | string[]>>,
    readonly body: Buffer,
    /** The previous answer: its compressed forms are reused when the body is the same. */
    earlier?: Page,
  ) {
    // Weak, because all compressed forms share it.
    this.etag = `W/"${crypto.createHash('sha1').update(body).digest('base64url')}"`;
    this.#compressible =
      body.length >= MIN_COMPRESSED_BYTES &&
      headers['content-encoding'] === undefined &&
      isCompressible(headers['content-type'] as string | undefined);
    if (earlier?.etag === this.etag) this.#forms = earlier.#forms;
    this.#forms.set('identity', body);
  }

  /** Estimated memory, including compressed forms. */
  get bytes(): number {
    return 1_000 + Math.ceil(this.body.length * (this.#compressible ? 1.6 : 1));
  }

  encodingFor(acceptEncoding: string | undefined): Encoding {
    return this.#compressible ? encodingFor(acceptEncoding) : 'identity';
  }

  /** The body in an encoding; synchronous once it has been made. */
  form(encoding: Encoding): Buffer | Promise<Buffer> {
    const made = this.#forms.get(encoding);
    if (made) return made;
    const making = (encoding === 'br' ? brotliOf(this.body) : gzip(this.body, { level: 6 })).then((compressed) => {
      this.#forms.set(encoding, compressed);
      return compressed;
    });
    this.#forms.set(encoding, making);
    return making;
  }
}

const brotliOf = (body: Buffer) =>
  brotli(body, {
    params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  });
