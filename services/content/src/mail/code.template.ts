import type { BodyOf, content } from '@shop/contracts';
import type { MailContent } from './layout.ts';

type CodeMail = BodyOf<typeof content.mailCode>;

const PURPOSES = {
  'sign-in': 'to sign in',
  register: 'to create your account',
  'new-password': 'to set your new password',
  proof: 'to confirm that it is you',
  'new-email': 'to use this e-mail address',
} as const;

/** The mail with a one-time code. */
export function codeTemplate({ name, mail }: CodeMail, brand: { name: string }, shopUrl: string): MailContent {
  if (mail.kind === 'account-exists') {
    return {
      subject: `You already have an account at ${brand.name}`,
      parts: [
        `Dear ${name},`,
        'Somebody, perhaps you, tried to create an account with this e-mail address. You have one already: sign in with it, or choose a new password there if you have forgotten yours.',
        'If this was not you, there is nothing to do: nobody got in and nothing was changed.',
        { link: `Go to ${brand.name}`, url: shopUrl },
      ],
    };
  }
  if (mail.kind === 'email-taken') {
    return {
      subject: `Your e-mail address and ${brand.name}`,
      parts: [
        `Dear ${name},`,
        'Somebody, perhaps you, asked to use this e-mail address for another account. It belongs to your account here, and stays with it.',
        'If this was not you, there is nothing to do: nobody got in and nothing was changed.',
        { link: `Go to ${brand.name}`, url: shopUrl },
      ],
    };
  }
  // The address is unverified: a name entered by a stranger must not reach its owner.
  const salutation = mail.kind === 'register' || mail.kind === 'new-email' ? 'Here' : `Dear ${name}, here`;
  return {
    subject: `${mail.code} is your ${brand.name} code`,
    parts: [
      `${salutation} is your code ${PURPOSES[mail.kind]}:`,
      { code: mail.code },
      `It is valid for ${mail.validForMinutes} minutes, once, and only in the browser where you asked for it.`,
      'We never ask for this code by phone or message. If you did not ask for it, you can ignore this mail.',
    ],
  };
}
