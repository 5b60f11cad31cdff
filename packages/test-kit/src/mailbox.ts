import { eventually } from './eventually.ts';

/** A mail in the sandbox's mailbox. */
export interface TestMail {
  id: string;
  /** ISO. */
  receivedAt: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

export interface MailQuery {
  /** A recipient. */
  to?: string;
  /** Received then or later; in ms since 1970 if a number. */
  since?: Date | number;
  /** At most 1,000. */
  limit?: number;
}

const CODE = /^(\d{6}) is your /;
const POLL_MS = 50;

/**
 * The mails of a sandbox, newest first.
 * @param mailbox its address, such as `http://localhost:4440/mailbox`
 * @throws unless the answer is a 2xx
 */
export async function mailsIn(mailbox: string, { to, since, limit }: MailQuery = {}): Promise<TestMail[]> {
  const query = new URLSearchParams({
    ...(to !== undefined && { to }),
    ...(since !== undefined && { since: String(Number(since)) }),
    ...(limit !== undefined && { limit: String(limit) }),
  });
  const answer = await fetch(`${mailbox}/messages?${query}`);
  if (!answer.ok) throw new Error(`The mailbox answered ${answer.status}`);
  return ((await answer.json()) as { messages: TestMail[] }).messages;
}

/**
 * Waits for a mail whose subject or text matches, the newest if there are several.
 * @returns the first group of `pattern`, or all that it matched
 */
export function mailed(
  mailbox: string,
  { pattern, withinMs, ...query }: MailQuery & { to: string; pattern: RegExp; withinMs?: number },
): Promise<string> {
  return eventually(
    async () => {
      const mails = await mailsIn(mailbox, query);
      for (const { subject, text } of mails) {
        const found = pattern.exec(subject) ?? pattern.exec(text);
        if (found) return found[1] ?? found[0];
      }
      throw new Error(`none of ${mails.length} mails has it`);
    },
    { what: `a mail to ${query.to} with ${pattern}`, everyMs: POLL_MS, ...(withinMs !== undefined && { withinMs }) },
  );
}

/** Waits for a one-time code, the newest if there are several. */
export const mailedCode = (
  mailbox: string,
  query: Pick<MailQuery, 'since'> & { to: string; withinMs?: number },
): Promise<string> => mailed(mailbox, { ...query, pattern: CODE });
