import fs from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';

const FOLDER = path.join(import.meta.dirname, '../../public');
const TYPES: Record<string, string> = { '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8' };

/** A browser file from `public/`. */
export const asset = (name: string) => fs.readFileSync(path.join(FOLDER, name));

/** Serves `public/` at `/assets/`. The list is built once, so that no request path reaches the file system. */
export function addAssets(app: FastifyInstance): void {
  const files = fs
    .readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.extname(file) in TYPES);
  for (const file of files) {
    const content = asset(file);
    app.get(`/assets/${file.split(path.sep).join('/')}`, async (_request, reply) =>
      reply
        .headers({
          'content-type': TYPES[path.extname(file)],
          'cache-control': 'no-cache',
          'x-content-type-options': 'nosniff',
        })
        .send(content),
    );
  }
}
