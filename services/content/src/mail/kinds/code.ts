import type { BodyOf, content } from '@shop/contracts';
import { type MailContext, mailKind } from './kind.ts';

type CodeMail = BodyOf<typeof content.mailCode>['mail'];

const PURPOSES = {
  'sign-in': 'to sign in',
  register: 'to create your account',
  'new-password': 'to set your new password',
  proof: 'to confirm that it is you',
  'new-email': 'to use this e-mail address',
  continue: 'to continue with your e-mail address',
} as const;

/** The address is unverified: a name entered by a stranger must not reach its owner, nor whether an account has it. */
const NAMELESS: ReadonlySet<string> = new Set(['register', 'new-email', 'continue']);

/** The mail with a one-time code: sent by a call, not after an event. */
export const code = mailKind<CodeMail>({
  content(mail, { name, brand, shopUrl }: Pick<MailContext, 'name' | 'brand' | 'shopUrl'>) {
    if (mail.kind === 'account-exists') {
      return {
        subject: `You already have an account at ${brand.name}`,
        preview: 'Sign in with it, or choose a new password.',
        heading: 'You have an account already',
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
        preview: 'It stays with your account.',
        heading: 'Your address stays with your account',
        parts: [
          `Dear ${name},`,
          'Somebody, perhaps you, asked to use this e-mail address for another account. It belongs to your account here, and stays with it.',
          'If this was not you, there is nothing to do: nobody got in and nothing was changed.',
          { link: `Go to ${brand.name}`, url: shopUrl },
        ],
      };
    }
    if (mail.kind === 'invitation') {
      return {
        subject: `Join the staff of ${brand.name}`,
        preview: `${mail.invitedBy} invites you as ${mail.role}.`,
        heading: 'You are invited to the staff',
        parts: [
          `${mail.invitedBy} invites you to the staff of ${brand.name}, in the role ${mail.role}. You accept by setting a password, or with that of your account here if you have one.`,
          { link: 'Accept the invitation', url: mail.url },
          `The link works for ${mail.validForDays} days, and once. It is for you alone: who has it can join in your place.`,
          'If you did not expect this, there is nothing to do.',
        ],
      };
    }
    const salutation = NAMELESS.has(mail.kind) ? 'Here' : `Dear ${name}, here`;
    return {
      subject: `${mail.code} is your ${brand.name} code`,
      preview: `It is valid for ${mail.validForMinutes} minutes.`,
      heading: 'Your code',
      parts: [
        `${salutation} is your code ${PURPOSES[mail.kind]}:`,
        { code: mail.code },
        `It is valid for ${mail.validForMinutes} minutes, once, and only in the browser where you asked for it.`,
        'We never ask for this code by phone or message. If you did not ask for it, you can ignore this mail.',
      ],
    };
  },
  examples: {
    'sign-in': { kind: 'sign-in', code: '012345', validForMinutes: 10 },
    register: { kind: 'register', code: '012345', validForMinutes: 10 },
    'new-password': { kind: 'new-password', code: '012345', validForMinutes: 10 },
    proof: { kind: 'proof', code: '012345', validForMinutes: 10 },
    'new-email': { kind: 'new-email', code: '012345', validForMinutes: 10 },
    continue: { kind: 'continue', code: '012345', validForMinutes: 10 },
    invitation: {
      ...{ kind: 'invitation', role: 'Order desk', invitedBy: 'Mira Shah', validForDays: 7 },
      url: 'https://shop.example/staff/invitation/example',
    },
    'account-exists': { kind: 'account-exists' },
    'email-taken': { kind: 'email-taken' },
  },
});
