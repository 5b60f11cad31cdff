import type { FastifyInstance, FastifyReply } from 'fastify';
import { html, policyOf, sendPage } from '../core/html.ts';
import { refuseForeignOrigins } from '../core/http.ts';
import type { Mail, Mailbox } from './mailbox.ts';

const LIST_LIMIT = 100;

/** `/mailbox` for people, `/mailbox/messages` for tests. */
export function addMailbox(app: FastifyInstance, mailbox: Mailbox): void {
  refuseForeignOrigins(app);

  app.get('/', async (request, reply) => listPage(reply, mailbox, (request.query as { to?: string }).to));

  app.get('/messages', async (request, reply) => {
    const { to, since, limit } = request.query as Record<string, string | undefined>;
    const from = since === undefined ? undefined : /^\d+$/.test(since) ? Number(since) : Date.parse(since);
    if (Number.isNaN(from)) {
      return reply.status(400).send({ error: 'since must be an ISO date or milliseconds since 1970' });
    }
    const messages = mailbox.find({ to, since: from, limit: Math.min(Number(limit) || LIST_LIMIT, 1000) });
    return { messages };
  });

  app.delete('/messages', async (request) => ({ deleted: mailbox.clear((request.query as { to?: string }).to) }));

  app.get<{ Params: { id: string } }>('/messages/:id', async (request, reply) => {
    const mail = mailbox.get(request.params.id);
    if (!mail) return notFound(reply);
    return request.headers.accept?.includes('text/html') ? messagePage(reply, mail) : mail;
  });

  app.delete<{ Params: { id: string } }>('/messages/:id', async (request, reply) =>
    mailbox.delete(request.params.id) ? reply.status(204).send() : notFound(reply),
  );

  app.get<{ Params: { id: string } }>('/messages/:id/html', async (request, reply) => {
    const mail = mailbox.get(request.params.id);
    if (!mail) return notFound(reply);
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        // A mail may have styles and links, but no scripts, forms or origin.
        'content-security-policy': `${policyOf({
          'script-src': "'none'",
          'style-src': "'unsafe-inline'",
          'img-src': 'http: https: data:',
          'connect-src': "'none'",
          'form-action': "'none'",
          'base-uri': "'self'",
          'frame-ancestors': "'self'",
        })}; sandbox allow-popups allow-popups-to-escape-sandbox`,
        'referrer-policy': 'no-referrer',
      })
      .send(`<base target="_blank">${withInlineImages(mail)}`);
  });

  app.get<{ Params: { id: string } }>('/messages/:id/source', async (request, reply) => {
    const source = mailbox.source(request.params.id);
    if (!source) return notFound(reply);
    return reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' })
      .send(source);
  });

  app.get<{ Params: { id: string; index: string } }>('/messages/:id/attachments/:index', async (request, reply) => {
    const attachment = await mailbox.attachment(request.params.id, Number(request.params.index));
    if (!attachment) return notFound(reply);
    const picture = /^image\/(png|jpeg|gif|webp|avif)$/.test(attachment.mimeType);
    return reply
      .headers({
        'content-type': picture ? attachment.mimeType : 'application/octet-stream',
        'content-disposition': `${picture ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(attachment.filename ?? 'attachment')}`,
        'x-content-type-options': 'nosniff',
      })
      .send(Buffer.from(attachment.content as ArrayBuffer));
  });
}

const notFound = (reply: FastifyReply) => reply.status(404).send({ error: 'There is no such message.' });

/** Replaces `cid:…` references with the attached pictures. */
function withInlineImages(mail: Mail): string {
  return mail.attachments.reduce(
    (text, { contentId }, index) =>
      contentId ? text.replaceAll(`cid:${contentId}`, `/mailbox/messages/${mail.id}/attachments/${index}`) : text,
    mail.html || `<pre>${html`${mail.text}`}</pre>`,
  );
}

const time = (iso: string) => html`<time datetime="${iso}">${iso.replace('T', ' ').slice(0, 19)}</time>`;

function listPage(reply: FastifyReply, mailbox: Mailbox, to: string | undefined) {
  const mails = mailbox.find({ to, limit: LIST_LIMIT });
  return sendPage(reply, {
    title: 'Mailbox',
    room: 'mailbox',
    scripts: ['mailbox.js'],
    body: html`<main>
      <div class="heading">
        <h1>Mailbox</h1>
        <form role="search" action="/mailbox" class="inline">
          <label>To <input name="to" type="search" value="${to}" placeholder="someone@example.com" /></label>
          <button>Filter</button>
        </form>
        <button type="button" data-method="DELETE" data-url="/mailbox/messages" data-confirm="Delete all mails?">
          Delete all
        </button>
      </div>
      <p class="note">Every mail that the shop sends arrives here, for any recipient. New ones appear automatically.</p>
      <div id="mails" role="region" aria-label="Mails" aria-live="polite" data-newest="${mails[0]?.id ?? ''}">
        ${
          mails.length === 0
            ? html`<p class="empty">No mails${to && ` to ${to}`} yet</p>`
            : html`<ul class="mails">
                ${mails.map(
                  (mail) => html`
                    <li>
                      <a href="/mailbox/messages/${mail.id}">
                        <strong>${mail.subject || '(no subject)'}</strong>
                        <span>${mail.to.join(', ')}</span>
                        ${time(mail.receivedAt)}
                      </a>
                    </li>
                  `,
                )}
              </ul>`
        }
      </div>
    </main>`,
  });
}

function messagePage(reply: FastifyReply, mail: Mail) {
  const at = `/mailbox/messages/${mail.id}`;
  return sendPage(reply, {
    title: mail.subject || '(no subject)',
    room: 'mailbox',
    scripts: ['mailbox.js'],
    policy: { 'frame-src': "'self'" },
    body: html`<main>
      <p><a href="/mailbox">&larr; All mails</a></p>
      <div class="heading">
        <h1>${mail.subject || '(no subject)'}</h1>
        <a class="button" href="${at}/source">Source</a>
        <button type="button" data-method="DELETE" data-url="${at}" data-then="/mailbox">Delete</button>
      </div>
      <dl class="facts">
        <dt>From</dt>
        <dd>${mail.from}</dd>
        <dt>To</dt>
        <dd>${mail.to.join(', ')}</dd>
        <dt>Received</dt>
        <dd>${time(mail.receivedAt)}</dd>
        ${
          mail.attachments.length > 0 &&
          html`<dt>Attached</dt>
            <dd>
              ${mail.attachments.map(
                ({ filename, size }, index) =>
                  html`<a href="${at}/attachments/${index}">${filename}</a> (${Math.ceil(size / 1024)} kB) `,
              )}
            </dd>`
        }
      </dl>
      <iframe
        class="mail"
        title="Rendered mail"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        src="${at}/html"
      ></iframe>
      ${
        mail.html &&
        mail.text &&
        html`<details>
          <summary>As plain text</summary>
          <pre>${mail.text}</pre>
        </details>`
      }
    </main>`,
  });
}
