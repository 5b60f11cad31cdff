import { eventually, mailedCode, mailsIn, type TestMail } from '@shop/test-kit';
import { shopUnderTest } from './shop-under-test.ts';

// The mails of the shop under test.

/** Waits for the one-time code that was mailed to `email`, after `since` if an earlier one may be there. */
export const codeFor = (email: string, since?: Date): Promise<string> =>
  mailedCode(shopUnderTest().mailbox, { to: email, ...(since && { since }) });

/** The mails to `email` whose subject matches, the newest first. */
export async function mailsTo(email: string, subject: RegExp): Promise<TestMail[]> {
  const mails = await mailsIn(shopUnderTest().mailbox, { to: email });
  return mails.filter((mail) => subject.test(mail.subject));
}

/** Waits for a mail to `email` whose subject matches; the newest one. */
export const mailTo = (email: string, subject: RegExp): Promise<TestMail> =>
  eventually(async () => (await mailsTo(email, subject))[0] ?? false, { what: `a mail ${subject} to ${email}` });
