import path from 'node:path';
import { createRequire } from 'node:module';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import sharp from 'sharp';
import fs from 'node:fs';
import type { Faults } from './core/faults.ts';
import { addCalls } from './core/http.ts';

interface Country {
  name: { common: string; official: string };
  cca2: string;
  cca3: string;
  ccn3: string;
  capital: string[];
  region: string;
  subregion: string;
  languages: Record<string, string>;
  currencies: Record<string, { name: string; symbol: string }>;
  idd: { root: string; suffixes: string[] };
}

const FIELDS = [
  'name',
  'cca2',
  'cca3',
  'ccn3',
  'capital',
  'region',
  'subregion',
  'languages',
  'currencies',
  'idd',
] as const;
// Limit of the real service per call.
const MAX_FIELDS = 10;

/** The countries service: `/countries/v3.1/all?fields=cca2,flags,currencies`, with its flags. */
export function addCountries(app: FastifyInstance, faults: Faults, addressOf: (request: FastifyRequest) => string) {
  const require = createRequire(import.meta.url);
  const everything = require('world-countries') as Country[];
  const countries = everything.map((country) =>
    Object.fromEntries(FIELDS.map((field) => [field, country[field]])),
  ) as unknown as Country[];
  const flags = path.join(path.dirname(require.resolve('flag-icons/package.json')), 'flags/4x3');
  const codes = new Set(countries.map(({ cca2 }) => cca2.toLowerCase()));
  const rendered = new Map<string, Promise<Buffer>>();
  const serverError = (status: number) => ({ status, message: 'Internal Server Error' });

  app.addHook('onSend', async (_request, reply) => {
    reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
  });

  const shown = (country: Country, fields: string[], base: string) => {
    const flag = `${base}/countries/flags/${country.cca2.toLowerCase()}`;
    const all: Record<string, unknown> = {
      ...country,
      flags: { png: `${flag}.png`, svg: `${flag}.svg`, alt: `The flag of ${country.name.common}` },
    };
    return Object.fromEntries(fields.filter((field) => field in all).map((field) => [field, all[field]]));
  };

  addCalls(app, { name: 'countries', serverError }, faults, [
    {
      method: 'GET',
      url: '/v3.1/all',
      name: 'all',
      handle: (request) => {
        const fields = ((request.query as { fields?: string }).fields ?? '').split(',').filter(Boolean);
        if (fields.length === 0 || fields.length > MAX_FIELDS) {
          const message = "'fields' query not specified, or more than 10 fields";
          return { status: 400, body: { message, status: 400 } };
        }
        return { status: 200, body: countries.map((country) => shown(country, fields, addressOf(request))) };
      },
    },
  ]);

  app.get('/flags/:file', async (request, reply) => {
    const [, code = '', format] = /^([a-z]{2})\.(svg|png)$/.exec((request.params as { file: string }).file) ?? [];
    if (!codes.has(code)) return reply.status(404).send({ status: 404, message: 'Not Found' });
    const svg = path.join(flags, `${code}.svg`);
    reply.headers({ 'cache-control': 'public, max-age=86400', 'x-content-type-options': 'nosniff' });
    if (format === 'svg') {
      return reply
        .headers({
          'content-type': 'image/svg+xml',
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
        })
        .send(await fs.promises.readFile(svg));
    }
    // Cached, one picture per country.
    if (!rendered.has(code)) rendered.set(code, sharp(svg).resize({ width: 320 }).png().toBuffer());
    return reply.header('content-type', 'image/png').send(await rendered.get(code));
  });
}
