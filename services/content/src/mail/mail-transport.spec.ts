import crypto from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@shop/service-kit';
import { SMTPServer } from 'smtp-server';
import { type Config, variables } from '../variables.ts';
import { MailTransport } from './mail-transport.ts';

const { privateKey, publicKey } = crypto.generateKeyPairSync('rsa', { modulusLength: 2_048 });
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;

// Real: a mail server that keeps what it gets; the signature is checked as its receivers do (RFC 6376, relaxed/relaxed).
describe('mails', () => {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      buffer(stream).then((raw) => {
        received.push(raw.toString('latin1'));
        done();
      }, done);
    },
  });
  let url = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

  const raw = async (environment: Record<string, string>): Promise<string> => {
    const config = parseConfig(variables, {
      SHOP_URL: 'https://shop.example',
      SMTP_URL: url,
      COUNTRIES_URL: 'http://127.0.0.1:9',
      RATES_URL: 'http://127.0.0.1:9',
      CATALOG_URL: 'http://127.0.0.1:9',
      SHELL_URL: 'http://127.0.0.1:9',
      ORDER_LINK_KEY: 'the-key-of-links-to-orders',
      STORAGE_URL: 'file:///not-used',
      ...environment,
    }) as Config;
    const transport = new MailTransport(config);
    const mail = {
      to: 'asha@example.com',
      subject: 'Your  order — ₹2',
      text: 'Thank you. \n\n',
      html: '<p>Thank you.</p>',
    };
    await transport.send(mail, 'Aranya');
    transport.onApplicationShutdown();
    return received.at(-1)!;
  };

  it('are signed for the domain of their sender, so that a receiver can tell that they are the shop’s', async () => {
    const mail = await raw({ MAIL_FROM: 'Aranya <no-reply@mail.shop.example>', DKIM_KEY: PEM, DKIM_SELECTOR: 's2026' });
    const tags = dkimTags(mail);
    expect(tags).toMatchObject({ d: 'mail.shop.example', s: 's2026', a: 'rsa-sha256', c: 'relaxed/relaxed' });
    expect(tags['h']!.toLowerCase().split(':')).toEqual(expect.arrayContaining(['from', 'to', 'subject']));
    expect(isSigned(mail)).toBe(true);
    expect(isSigned(mail.replace('Thank you.', 'Pay here.'))).toBe(false);
    expect(isSigned(mail.replace(/^Subject: .*$/m, 'Subject: Another'))).toBe(false);
  });

  it('take a key whose line breaks are written out, as files of variables hold it', async () => {
    expect(isSigned(await raw({ MAIL_FROM: 'a@shop.example', DKIM_KEY: PEM.replaceAll('\n', String.raw`\n`) }))).toBe(
      true,
    );
  });

  it('are not signed without a key', async () => {
    expect(await raw({ MAIL_FROM: 'a@shop.example' })).not.toMatch(/^DKIM-Signature:/im);
  });

  it('are given up in half of their lease where the server answers byte by byte and never ends', async () => {
    const sockets = new Set<Socket>();
    const trickling = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined));
      socket.write('220 slow\r\n250-');
      const timer = setInterval(() => socket.write('.'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => trickling.listen(0, '127.0.0.1', resolve));
    const { port } = trickling.address() as AddressInfo;
    try {
      const environment = { MAIL_FROM: 'a@shop.example', MAIL_LEASE: '4s', MAIL_TIMEOUT: '1s' };
      await expect(raw({ ...environment, SMTP_URL: `smtp://127.0.0.1:${port}` })).rejects.toThrow('aborted');
    } finally {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => trickling.close(resolve));
    }
  });

  it('are not begun with a key that is none: the variable is named', async () => {
    await expect(raw({ DKIM_KEY: 'secret' })).rejects.toThrow('DKIM_KEY: Not a private key (PEM)');
  });
});

const headersOf = (mail: string): string[] => mail.slice(0, mail.indexOf('\r\n\r\n')).split(/\r\n(?![ \t])/);
const relaxedHeader = (line: string): string => {
  const [name, ...value] = line.split(':');
  return `${name!.trim().toLowerCase()}:${value.join(':').replaceAll(/\s+/g, ' ').trim()}`;
};
const headerNamed = (mail: string, name: string): string =>
  headersOf(mail).findLast((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`)) ?? '';

function dkimTags(mail: string): Record<string, string> {
  const value = headerNamed(mail, 'dkim-signature').replace(/^[^:]+:/, '');
  const pairs = value.split(';').map((tag) => /^\s*(\w+)=([^]*)$/.exec(tag)!);
  return Object.fromEntries(pairs.filter(Boolean).map(([, name, content]) => [name!, content!.replaceAll(/\s+/g, '')]));
}

function isSigned(mail: string): boolean {
  const { h, bh, b } = dkimTags(mail);
  const lines = mail.slice(mail.indexOf('\r\n\r\n') + 4).split('\r\n');
  const body = lines
    .map((line) => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''))
    .join('\r\n')
    .replace(/(\r\n)*$/, '\r\n');
  if (crypto.createHash('sha256').update(body, 'latin1').digest('base64') !== bh) return false;
  const own = relaxedHeader(headerNamed(mail, 'dkim-signature').replace(/(;\s*b=)[^;]*/, '$1'));
  const signed = h!.split(':').map((name) => `${relaxedHeader(headerNamed(mail, name))}\r\n`);
  return crypto.verify('sha256', Buffer.from(signed.join('') + own, 'latin1'), publicKey, Buffer.from(b!, 'base64'));
}
