import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import { startTestSandbox, type TestSandbox } from '../../test/start-sandbox.ts';
import type { Mail } from './mailbox.ts';

let running: TestSandbox;
beforeAll(async () => {
  running = await startTestSandbox();
});
afterAll(() => running.close());
beforeEach(() => running.sandbox.reset());

const send = (mail: SendMailOptions) => {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: running.smtpPort });
  return transport.sendMail({ from: 'Aranya <shop@example.com>', ...mail }).finally(() => transport.close());
};
const messages = async (query = '') => {
  const response = await fetch(`${running.url}/mailbox/messages${query}`);
  return ((await response.json()) as { messages: Mail[] }).messages;
};

describe('the mailbox', () => {
  it('takes what the shop mails, and gives tests its parts', async () => {
    await send({
      to: ['Asha@Example.com', 'ravi@example.com'],
      subject: 'Your order ₹1,299.00',
      text: 'Thank you — धन्यवाद',
      html: '<p>Thank <b>you</b></p>',
      attachments: [{ filename: 'invoice.pdf', content: Buffer.from('%PDF-1.7') }],
    });
    expect(await messages()).toEqual([
      expect.objectContaining({
        id: expect.any(String),
        from: 'shop@example.com',
        to: ['asha@example.com', 'ravi@example.com'],
        subject: 'Your order ₹1,299.00',
        text: expect.stringContaining('धन्यवाद'),
        html: expect.stringContaining('<b>you</b>'),
        attachments: [{ filename: 'invoice.pdf', mimeType: 'application/pdf', size: 8 }],
      }),
    ]);
  });

  it('finds mails by recipient and time, newest first, and deletes them', async () => {
    await send({ to: 'a@example.com', subject: 'first', text: '1' });
    const [first] = await messages('?to=A@example.com');
    await send({ to: 'a@example.com', subject: 'second', text: '2' });
    await send({ to: 'b@example.com', subject: 'other', text: '3' });
    const subjects = async (query: string) => (await messages(query)).map(({ subject }) => subject);
    expect(await subjects('?to=a@example.com')).toEqual(['second', 'first']);
    expect(await subjects(`?since=${Date.parse(first!.receivedAt) + 1}`)).not.toContain('first');
    expect(await subjects('?limit=1')).toEqual(['other']);

    await fetch(`${running.url}/mailbox/messages/${first!.id}`, { method: 'DELETE' });
    expect(await subjects('?to=a@example.com')).toEqual(['second']);
    await fetch(`${running.url}/mailbox/messages?to=a@example.com`, { method: 'DELETE' });
    expect(await subjects('')).toEqual(['other']);
  });

  it('shows a mail to people without letting it do anything', async () => {
    await send({
      to: 'a@example.com',
      subject: '<script>alert(1)</script>',
      html: '<img src="cid:logo@shop"><script>alert(1)</script>',
      attachments: [{ filename: 'logo.png', content: Buffer.from('png'), cid: 'logo@shop' }],
    });
    const [mail] = await messages();
    const list = await (await fetch(`${running.url}/mailbox`)).text();
    expect(list).toContain('&lt;script&gt;');
    expect(list).not.toContain('<script>alert');
    const shown = await fetch(`${running.url}/mailbox/messages/${mail!.id}/html`);
    expect(shown.headers.get('content-security-policy')).toMatch(/script-src 'none'.*; sandbox/);
    expect(await shown.text()).toContain(`<img src="/mailbox/messages/${mail!.id}/attachments/0">`);
  });

  it('refuses and postpones mails on request', async () => {
    await running.fail({ provider: 'smtp', kind: 'mail-refused', where: { to: 'bad@example.com' } });
    await running.fail({ provider: 'smtp', kind: 'mail-busy' });
    await expect(send({ to: 'bad@example.com', text: 'x' })).rejects.toMatchObject({ responseCode: 550 });
    await expect(send({ to: 'good@example.com', text: 'x' })).rejects.toMatchObject({ responseCode: 451 });
    await send({ to: 'good@example.com', text: 'x' });
    expect(await messages()).toHaveLength(1);
  });

  it('has a mail whose sender heard nothing', async () => {
    await running.fail({ provider: 'smtp', kind: 'timeout-after', holdMs: 0 });
    await expect(send({ to: 'a@example.com', text: 'x' })).rejects.toMatchObject({ responseCode: 421 });
    expect(await messages()).toHaveLength(1);
  });

  it('cannot be emptied by another site', async () => {
    const headers = { origin: 'https://evil.example' };
    const response = await fetch(`${running.url}/mailbox/messages`, { method: 'DELETE', headers });
    expect(response.status).toBe(403);
  });
});
