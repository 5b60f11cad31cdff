import { describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import { calls } from '../src/index.ts';
import { imageToSave } from '../src/content/images.ts';
import { videoToSave } from '../src/content/videos.ts';

/** Names of fields that hold the address of a picture or a clip. */
const MEDIA = /image|picture|photo|video|clip|poster|avatar|logo|thumb|icon|(?<!re)cover|banner/i;

/** What a picture shows, in words. */
const IN_WORDS = /\.alt$/;

type Node = { type: string; shape?: Record<string, z.ZodType> } & Record<string, unknown>;

/** Text fields of a schema that hold an address, by path, with their schema. */
function addressesIn(schema: z.ZodType, path: string, found: [string, z.ZodType][], seen = new Set<z.ZodType>()): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  const def = schema.def as unknown as Node;
  if (def.type === 'string' && MEDIA.test(path) && !IN_WORDS.test(path)) found.push([path, schema]);
  for (const [key, part] of Object.entries(def)) {
    if (key === 'shape') {
      for (const [name, field] of Object.entries(def.shape!)) addressesIn(field, `${path}.${name}`, found, seen);
    } else
      for (const inner of Array.isArray(part) ? part : [part]) {
        if (typeof inner === 'object' && inner !== null && 'safeParse' in inner) {
          addressesIn(inner as z.ZodType, path, found, new Set(seen));
        }
      }
  }
}

describe('addresses of pictures and videos', () => {
  it('are taken as those of the shop in every body', () => {
    const found: [string, z.ZodType][] = [];
    for (const { id, body } of calls) {
      const ofCall: typeof found = [];
      if (body) addressesIn(body, '', ofCall);
      found.push(...ofCall.map(([path, schema]): [string, z.ZodType] => [`${id}${path}`, schema]));
    }
    const foreign = found.filter(([, schema]) => !['ImageToSave', 'VideoToSave'].includes(schema.meta()?.id ?? ''));
    expect(foreign.map(([path]) => path)).toEqual([]);
    expect(found.map(([path]) => path)).toEqual(
      expect.arrayContaining([
        'catalog.create-product.images',
        'catalog.create-product.pictureNotes.image',
        'catalog.change-product.video',
        'catalog.change-metal-tone.image',
      ]),
    );
  });

  it.each([
    'javascript:alert(1)',
    '//evil.example/ring.webp',
    'http://169.254.169.254/latest/meta-data',
    'https://example.com/ring.webp',
    'data:image/svg+xml,<svg onload=alert(1)>',
    '/api/v1/images/../../admin/users',
    '/api/v1/images/demo/../ring.svg',
    '/api/v1/images/a%2fb.webp',
    '/api/v1/images/',
    '/api/v1/images/ring.webp?w=1',
    ' /api/v1/images/ring.webp',
    '/ring.svg',
    '\\\\host\\ring.webp',
    '',
  ])('are refused when they are %p', (address) => {
    expect(imageToSave.safeParse(address).error?.issues.map(({ message }) => message)).toEqual([
      'This is not the address of a picture of this shop',
    ]);
    expect(videoToSave.safeParse(address.replace('images', 'videos')).success).toBe(false);
  });

  it('are what uploads answer and the demo catalogue has', () => {
    for (const name of ['3q2mVwK0bX8e1TjR5yNf4A.webp', 'demo/AR-1016-yellow-quarter.svg', 'demo/a_b.avif']) {
      expect(imageToSave.parse(`/api/v1/images/${name}`)).toBe(`/api/v1/images/${name}`);
    }
    expect(videoToSave.safeParse('/api/v1/videos/demo/AR-1016.mp4').success).toBe(true);
    expect(videoToSave.safeParse('/api/v1/images/AR-1016.mp4').success).toBe(false);
  });
});
