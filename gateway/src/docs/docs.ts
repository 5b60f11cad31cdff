import { createReadStream } from 'node:fs';
import path from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { AnyCall } from '@shop/contracts';
import { CONFIG } from '@shop/service-kit';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { GatewayConfig } from '../config.ts';
import { BASE } from '../routes.ts';
import { assetsFolder } from './assets.ts';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>The shop's API</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="docs/swagger-ui.css" />
  </head>
  <body>
    <div id="page"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

const START = `SwaggerUIBundle({ url: 'openapi.json', dom_id: '#page', deepLinking: true, validatorUrl: null, filter: true });
`;

/** Only the page's own script and style, and calls to this API. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // Swagger UI writes style attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const ASSETS: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

/** Swagger UI and OpenAPI document of the whole API. Both are made on request, so that they take no memory. */
@Injectable()
export class Docs {
  constructor(@Inject(CONFIG) private readonly config: GatewayConfig) {}

  register(fastify: FastifyInstance, calls: readonly AnyCall[]): void {
    fastify.get(`${BASE}/openapi.json`, async (_request, reply) => {
      const { openApi } = await import('./openapi.ts');
      const text = openApi(calls, new URL(this.config.SHOP_URL).origin);
      return reply.type('application/json').header('cache-control', 'no-cache').send(text);
    });
    fastify.get(`${BASE}/docs`, (_request, reply) => page(reply).type('text/html; charset=utf-8').send(PAGE));
    fastify.get(`${BASE}/docs/start.js`, (_request, reply) => reply.type('text/javascript; charset=utf-8').send(START));
    for (const [name, type] of Object.entries(ASSETS)) {
      fastify.get(`${BASE}/docs/${name}`, (_request, reply) =>
        reply
          .type(type)
          .header('cache-control', 'public, max-age=86400')
          .send(createReadStream(path.join(assetsFolder(), name))),
      );
    }
  }
}

const page = (reply: FastifyReply) =>
  reply.header('content-security-policy', PAGE_POLICY).header('cache-control', 'no-cache');
