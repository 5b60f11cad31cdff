import type { FastifyReply } from 'fastify';

/** Text that is already HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(value: unknown): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(escape).join('');
  if (value === undefined || value === null || value === false) return '';
  return String(value).replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** A template that escapes its values, unless they are `html` themselves. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(escape)));
}

export interface PageOptions {
  title: string;
  body: Html;
  /** The active entry of the navigation. */
  room?: 'mailbox' | 'control';
  scripts?: string[];
  styles?: string[];
  /** Additional Content-Security-Policy, by directive. */
  policy?: Record<string, string>;
}

const POLICY: Record<string, string> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
};

export const policyOf = (more: Record<string, string> = {}) =>
  Object.entries({ ...POLICY, ...more })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');

/** Sends a page of the sandbox, with a policy that forbids foreign and inline sources. */
export function sendPage(reply: FastifyReply, { title, body, room, scripts, styles, policy }: PageOptions) {
  const link = (name: 'mailbox' | 'control', text: string) =>
    html`<a href="/${name}" ${room === name ? html`aria-current="page"` : ''}>${text}</a>`;
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(policy),
      'x-content-type-options': 'nosniff',
      // A stricter policy would strip the origin from our own forms.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    .send(
      html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <title>${title}</title>
            <link rel="icon" href="data:," />
            ${(styles ?? ['style.css']).map((file) => html`<link rel="stylesheet" href="/assets/${file}" />`)}
            ${(scripts ?? []).map((file) => html`<script type="module" src="/assets/${file}"></script>`)}
          </head>
          <body>
            ${
              room
                ? html`<header class="top">
                    <strong>Sandbox</strong>
                    <nav aria-label="Sandbox">${link('mailbox', 'Mailbox')} ${link('control', 'Control')}</nav>
                  </header>`
                : ''
            }
            ${body}
          </body>
        </html>`.text,
    );
}
