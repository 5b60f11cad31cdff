import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { brand } from '../../demo-data/brand.ts';
import { code } from '../kinds/code.ts';
import { KINDS } from '../kinds/index.ts';
import type { Kind, MailContext } from '../kinds/kind.ts';
import { COLOURS } from './look.ts';
import { layOut } from './lay-out.tsx';
import type { MailContent } from './mail-content.ts';

const SHOP = 'https://shop.example';
const context = (fields: Partial<MailContext> = {}): MailContext => ({
  ...{ name: 'Asha Rao', brand, shopUrl: SHOP, occurredAt: new Date('2026-11-20T10:00:00.000Z'), ordered: true },
  orderLink: (orderId) => `${SHOP}/order/link/${orderId}`,
  ...fields,
});
const laidOut = (content: MailContent) => layOut(content, brand, SHOP);
const kinds = Object.entries({ code, ...KINDS } as Record<string, Kind<unknown>>);
const examples = kinds.flatMap(([kind, { examples }]) =>
  Object.entries(examples).map(([name, data]) => [`${kind}, ${name}`, kind, data] as const),
);
const contentOf = (kind: string, data: unknown, fields?: Partial<MailContext>): MailContent =>
  (Object.fromEntries(kinds)[kind] as Kind<unknown>).content(data, context(fields));

/** What a mailbox shows of the HTML, without markup. */
const shownOf = (html: string): string =>
  html
    .replace(/<head>[^]*?<\/head>|<!--[^]*?-->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ');

/** The hostile name of a user, in each place where one can be. */
const HOSTILE = '<img src=x onerror=alert(1)>"\'&';
const hostile = (data: unknown): unknown =>
  typeof data === 'string' && /^[A-Z]/.test(data) && !/^(AR-|[A-Z]{3}$|[A-Z][a-z]+$)/.test(data)
    ? `${data}${HOSTILE}`
    : Array.isArray(data)
      ? data.map(hostile)
      : data && typeof data === 'object'
        ? Object.fromEntries(Object.entries(data).map(([key, value]) => [key, hostile(value)]))
        : data;

describe('a mail', () => {
  it.each(examples)(
    '(%s) is whole in every mailbox: less than 90 kB, light and dark, with absolute addresses',
    (_, kind, data) => {
      const { html, text, subject } = laidOut(contentOf(kind, data));
      expect(Buffer.byteLength(html)).toBeLessThan(90_000);
      expect(html).toMatch(/^<!DOCTYPE html[^>]*><html [^>]*lang="en"/);
      expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
      expect(html).toContain('@media (prefers-color-scheme:dark)');
      const addresses = [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address]) => address!);
      expect(addresses.filter((address) => !/^(https:\/\/|mailto:|tel:)/.test(address))).toEqual([]);
      expect(html).not.toMatch(/<script|<link|<form|url\(|undefined|\[object|NaN/);
      expect(`${subject} ${text}`).not.toMatch(/<|undefined|\[object|NaN/);
      expect(shownOf(html)).toContain(brand.companyLine);
    },
  );

  it.each(examples)('(%s) says in its text what it says in HTML', (_, kind, data) => {
    const { parts, ...content } = contentOf(kind, data);
    const { html, text } = laidOut({ ...content, parts });
    const said = parts.flatMap((part) => (typeof part === 'string' ? [part] : 'quote' in part ? [part.quote] : []));
    const links = parts.flatMap((part) => (typeof part === 'object' && 'url' in part ? [part.url] : []));
    const shown = shownOf(html);
    expect([content.heading, ...said].filter((one) => !shown.includes(one))).toEqual([]);
    expect([...said, ...links].filter((one) => !text.includes(one))).toEqual([]);
    expect(links.filter((one) => !html.includes(one))).toEqual([]);
  });

  it.each(examples)('(%s) shows what people wrote as text, never as HTML', (_, kind, data) => {
    const { html } = laidOut(contentOf(kind, hostile(data), { name: HOSTILE }));
    expect(html).not.toContain('<img src=x');
    expect(html).not.toContain('onerror=alert(1)>');
  });

  it('of a hundred pieces is cut before mailboxes do it, and says so', () => {
    const [order] = Object.values(KINDS['order-created'].examples);
    const [line] = order!.lines;
    const lines = Array.from({ length: 100 }, () => ({ ...line!, image: '/api/v1/images/a.webp' }));
    const { html, text } = laidOut(contentOf('order-created', { ...order, lines }));
    expect(Buffer.byteLength(html)).toBeLessThan(90_000);
    expect(text).toContain('And 80 more');
  });

  it('shows the picture of a piece as every mailbox can, and no picture that is not of the shop', () => {
    const [order] = Object.values(KINDS['order-created'].examples);
    const withImage = (image: string) =>
      laidOut(contentOf('order-created', { ...order, lines: [{ ...order!.lines[0]!, image }] })).html;
    expect(withImage('/api/v1/images/3q2mVwK0bX8e1TjR5yNf4A.webp')).toContain(
      `src="${SHOP}/api/v1/images/3q2mVwK0bX8e1TjR5yNf4A.webp?w=160&amp;f=jpeg"`,
    );
    expect(withImage('https://evil.example/pixel.gif')).not.toContain('<img');
  });

  it('has the colours of the pages', () => {
    const tokens = fs.readFileSync(path.join(import.meta.dirname, '../../../../../packages/ui/src/tokens.css'), 'utf8');
    for (const [name, [light, dark]] of Object.entries(COLOURS))
      expect(tokens).toContain(`--${name}: light-dark(${light}, ${dark});`);
  });
});

describe('the mail with a one-time code', () => {
  it('carries the code in the subject, the text and the HTML', () => {
    const { subject, text, html } = laidOut(contentOf('code', code.examples['sign-in']));
    expect(subject).toBe('012345 is your Aranya code');
    expect(text).toContain('\n\n012345\n\n');
    expect(html).toContain('>012345</p>');
  });

  it.each([
    ['register', 'your code to create your account'],
    ['new-email', 'your code to use this e-mail address'],
  ])('carries nothing that a stranger wrote to an address that nobody has confirmed yet (%s)', (example, purpose) => {
    const { subject, text, html } = laidOut(
      contentOf('code', code.examples[example], { name: 'You have won: evil.example' }),
    );
    expect(`${subject} ${text} ${html}`).not.toContain('evil.example');
    expect(text).toContain(purpose);
  });

  it.each(['account-exists', 'email-taken'])(
    'holds no code for the owner of an account that has the address (%s)',
    (example) => {
      const { text } = laidOut(contentOf('code', code.examples[example]));
      expect(text).not.toMatch(/\d{6}/);
      expect(text).toContain(SHOP);
    },
  );
});
