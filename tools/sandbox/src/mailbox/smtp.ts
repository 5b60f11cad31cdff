import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Faults } from '../core/faults.ts';
import type { Mailbox } from './mailbox.ts';

const MAX_MAIL_BYTES = 10_000_000;

/** A mail server that accepts everything for any recipient. No TLS, any password. */
export function createSmtp(mailbox: Mailbox, faults: Faults): SMTPServer {
  return new SMTPServer({
    name: 'sandbox',
    banner: 'mails stay on this machine',
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    maxClients: 100,
    // The shop keeps its connections open; shutdown does not wait for them.
    closeTimeout: 500,
    logger: false,
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username }),
    onData: (stream, session, callback) => {
      void accept(stream, session, mailbox, faults).then(
        () => callback(null),
        (error: Error) => callback(error),
      );
    },
  });
}

async function accept(
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
  mailbox: Mailbox,
  faults: Faults,
): Promise<void> {
  const chunks: Buffer[] = [];
  // Oversized messages are drained but not stored.
  for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk as Buffer);
  if (stream.sizeExceeded) throw answer(552, `Message exceeds ${MAX_MAIL_BYTES} bytes`);

  const from = envelope.mailFrom ? envelope.mailFrom.address : '';
  const to = envelope.rcptTo.map(({ address }) => address);
  const facts = { from, to: to.join(','), subject: '' };
  const refused = faults.take('mail', 'smtp', 'mail', facts);
  if (refused) throw answer(refused.kind === 'mail-refused' ? 550 : 451, refused.message);
  const fault = faults.take('transport', 'smtp', 'mail', facts);
  if (fault?.kind === 'slow') await pause(fault.ms);
  if (fault?.kind === 'timeout-before') await dropConnectionAfter(fault.holdMs);
  if (fault?.kind === 'error-before') throw answer(451, 'Requested action aborted: local error in processing');
  await mailbox.receive(Buffer.concat(chunks), from, to);
  if (fault?.kind === 'timeout-after') await dropConnectionAfter(fault.holdMs);
  if (fault?.kind === 'error-after') throw answer(451, 'Requested action aborted: local error in processing');
}

/** Waits, then ends the connection without an answer. */
async function dropConnectionAfter(ms: number): Promise<never> {
  await pause(ms);
  throw answer(421, 'Service not available, closing transmission channel');
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref());
const answer = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });
