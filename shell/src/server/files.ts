import crypto from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

interface StaticFile {
  body: Buffer;
  gzipped: Buffer | undefined;
  type: string;
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.png': 'image/png',
};
const NAME = /^[\w-][\w.-]*$/;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Published files of the shell and styles of remotes, from the folders of their versions. Each file is checked against the
 * integrity that was recorded when it was published.
 */
class PublishedFiles {
  private readonly deployDir: string;
  private readonly cache = new LRUCache<string, StaticFile>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body, gzipped }) => body.length + (gzipped?.length ?? 0) + 100,
  });

  constructor(deployDir: string) {
    this.deployDir = deployDir;
  }

  /** Undefined when the file does not exist or fails its integrity check. */
  async read(slice: string, version: string, file: string): Promise<StaticFile | undefined> {
    if (![slice, version, file].every((name) => NAME.test(name))) return undefined;
    const key = `${slice}/${version}/${file}`;
    const cached = this.cache.get(key);
    if (cached) return cached;
    const folder = path.join(this.deployDir, slice, version);
    try {
      const { integrity } = JSON.parse(await fs.readFile(path.join(folder, 'release.json'), 'utf8')) as {
        integrity: Record<string, string>;
      };
      const body = await fs.readFile(path.join(folder, 'browser', file));
      const found = `sha384-${crypto.hash('sha384', body, 'base64')}`;
      if (integrity[`browser/${file}`] !== found) return undefined;
      const gzipped = await fs.readFile(path.join(folder, 'browser', `${file}.gz`)).catch(() => undefined);
      const read = { body, gzipped, type: TYPES[path.extname(file)] ?? 'application/octet-stream' };
      this.cache.set(key, read);
      return read;
    } catch {
      return undefined;
    }
  }
}

/** Routes of the shell's files, and of remotes' styles from the shell's origin (see `document.ts`). */
export function addFiles(app: FastifyInstance, deployDir: string): void {
  const files = new PublishedFiles(deployDir);
  app.get<{ Params: { version: string; file: string } }>('/shell/:version/:file', async (request, reply) =>
    sendFile(request, reply, await files.read('shell', request.params.version, request.params.file)),
  );
  app.get<{ Params: { slice: string; version: string; file: string } }>(
    '/styles/:slice/:version/:file',
    async (request, reply) => {
      const { slice, version, file } = request.params;
      return sendFile(request, reply, file.endsWith('.css') ? await files.read(slice, version, file) : undefined);
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
