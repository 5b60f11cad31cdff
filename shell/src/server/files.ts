import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { readFile, readRelease } from '@shop/build/bundle';
import type { StoredRelease } from '@shop/build/registry';
import type { Storage } from '@shop/storage';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

interface StaticFile {
  body: Buffer;
  gzipped: Buffer | undefined;
  type: string;
}

const COMPRESSIBLE = /\.(js|css|json|svg|map)$/;
const NAME = /^[\w-][\w.-]*$/;
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** The edge keeps what was asked for. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_RELEASES = 50;
const gzip = promisify(zlib.gzip);

/** Browser files of the bundles in the storage. Each is checked against the digest under which its bundle lies. */
class BundleFiles {
  private readonly releases: LRUCache<string, StoredRelease>;
  private readonly files: LRUCache<string, StaticFile>;

  constructor(storage: Storage) {
    this.releases = new LRUCache({
      max: MAX_RELEASES,
      fetchMethod: (key) => readRelease(storage, ...(key.split('/') as [string, string])),
    });
    this.files = new LRUCache({
      maxSize: MAX_BYTES,
      sizeCalculation: ({ body, gzipped }) => body.length + (gzipped?.length ?? 0) + 100,
      fetchMethod: async (key) => {
        const [slice, version, name] = key.split('/') as [string, string, string];
        const release = await this.releases.fetch(`${slice}/${version}`);
        const file = `browser/${name}`;
        if (!release?.integrity[file]) return undefined;
        const { bytes: body, type } = await readFile(storage, release, file);
        const gzipped = COMPRESSIBLE.test(name) ? await gzip(body, { level: 9 }) : undefined;
        return { body, gzipped, type };
      },
    });
  }

  /**
   * Undefined when there is no such file.
   *
   * @throws BrokenBundle @throws Error when the storage does not answer
   */
  async read(slice: string, version: string, file: string): Promise<StaticFile | undefined> {
    if (![slice, version, file].every((name) => NAME.test(name))) return undefined;
    return this.files.fetch(`${slice}/${version}/${file}`);
  }
}

/**
 * The route of all frontends' files: of the shell, of remotes' styles (see `document.ts`), and, for the edge, of what remotes have at
 * their own origins.
 */
export function addFiles(app: FastifyInstance, storage: Storage): void {
  const files = new BundleFiles(storage);
  app.get<{ Params: { slice: string; version: string; file: string } }>(
    '/bundles/:slice/:version/:file',
    async (request, reply) => {
      const { slice, version, file } = request.params;
      try {
        return sendFile(request, reply, await files.read(slice, version, file));
      } catch (error) {
        request.log.error({ slice, version, file, reason: (error as Error).message }, 'a file cannot be served');
        return reply.code(503).headers({ 'cache-control': 'no-store', 'retry-after': '5' }).type('text/plain').send();
      }
    },
  );
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile | undefined) {
  if (!file) return reply.code(404).type('text/plain').send('Not found');
  reply.headers({ 'cache-control': IMMUTABLE, vary: 'Accept-Encoding' }).type(file.type);
  if (!file.gzipped || !acceptsGzip(request)) return reply.send(file.body);
  return reply.header('content-encoding', 'gzip').send(file.gzipped);
}

export const acceptsGzip = (request: FastifyRequest): boolean =>
  /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
