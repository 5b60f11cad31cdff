import fs from 'node:fs';
import path from 'node:path';
import { kindOf } from '../src/core/kind.ts';
import { rooms } from '../src/registry.ts';
import type { Snapshot } from './snapshot.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const SLICES = [
  'shell',
  'mfe-storefront',
  'mfe-checkout',
  'mfe-account',
  'mfe-admin',
  'gateway',
  'services/catalog',
  'services/identity',
  'services/cart-order',
  'services/payment',
  'services/content',
];

/** How code refers to a declaration: `catalog.getProduct`, or its id. */
function namesOf(part: string): string[] {
  const [, kind, id] = /^(call|event|fragment|browser event|error) (.+)$/.exec(part) ?? [];
  const declared = Object.entries(rooms).flatMap(([room, declarations]) =>
    Object.entries(declarations).flatMap(([name, value]) => {
      const spec = value as { id?: string; name?: string };
      return kindOf(value) !== undefined && (spec.id === id || spec.name === id) ? [`${room}.${name}`] : [];
    }),
  );
  return kind === 'call' ? declared : [...declared, ...(id ? [`'${id}'`, `"${id}"`] : [])];
}

/** The slices whose code uses a part of the contract, and the consumers that an event names. */
export function consumersOf(part: string, released: Snapshot): string[] {
  const names = namesOf(part);
  const users = SLICES.filter((slice) =>
    sourcesOf(path.join(ROOT, slice)).some((text) => names.some((name) => mentions(text, name))),
  );
  const event = released.events[part.replace(/^event /, '')];
  return [...new Set([...(event?.consumers ?? []), ...users.map((slice) => slice.replace('services/', ''))])].sort();
}

const mentions = (text: string, name: string): boolean => {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!/[\w$]/.test(text[at + name.length] ?? '')) return true;
  }
  return false;
};

const cache = new Map<string, string[]>();

function sourcesOf(folder: string): string[] {
  const known = cache.get(folder);
  if (known) return known;
  const src = path.join(folder, 'src');
  const texts = fs.existsSync(src)
    ? fs
        .readdirSync(src, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.tsx?$/.test(file))
        .map((file) => fs.readFileSync(path.join(src, file), 'utf8'))
    : [];
  cache.set(folder, texts);
  return texts;
}
