import crypto from 'node:crypto';
import zlib from 'node:zlib';

interface Description {
  status: number;
  redirect?: string | undefined;
  /** Empty with a `redirect`. */
  body: Buffer;
  /** An event for one of them makes the page stale. */
  tags: Iterable<string>;
  csp: string;
}

/** A page as it is sent to every guest. */
export class StoredPage {
  readonly status: number;
  readonly redirect: string | undefined;
  readonly tags: ReadonlySet<string>;
  readonly csp: string;
  readonly etag: string;
  private raw: Buffer | undefined;
  private packed: Buffer | undefined;

  constructor({ status, redirect, body, tags, csp }: Description) {
    this.status = status;
    this.redirect = redirect;
    this.tags = new Set(tags);
    this.csp = csp;
    this.etag = `"${crypto.hash('sha1', body, 'base64url')}"`;
    this.raw = body;
  }

  get body(): Buffer {
    return this.raw ?? zlib.gunzipSync(this.packed!);
  }

  get gzipped(): Buffer {
    return (this.packed ??= zlib.gzipSync(this.raw!, { level: 6 }));
  }

  /** Keeps the compressed form only, which has about a fifth of the size and is what almost every browser asks for. */
  compress(): void {
    void this.gzipped;
    this.raw = undefined;
  }

  get bytes(): number {
    return (this.raw?.length ?? 0) + (this.packed?.length ?? 0) + OVERHEAD_BYTES;
  }
}

/** Of the headers, tags and key. */
const OVERHEAD_BYTES = 1_000;
