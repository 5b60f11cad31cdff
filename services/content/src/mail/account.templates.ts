import type { MailContent } from './layout.ts';
import type { MailData } from './mail.schema.ts';
import { questions, type TemplateContext } from './template-context.ts';

const page = (path: string, { shopUrl }: TemplateContext): string => new URL(path, shopUrl).href;

/** Something about how an account is signed in to was changed, or its data was taken out. */
export function accountSecuredTemplate({ change }: MailData['account-secured'], context: TemplateContext): MailContent {
  const { name, brand } = context;
  if (change === 'download-ready') {
    return {
      subject: `Your data at ${brand.name} is ready to download`,
      parts: [
        `Dear ${name},`,
        'You asked for all that we keep of you. It is ready: one file, which you find in your account for seven days.',
        { link: 'Go to your data', url: page('/user/data', context) },
        `If you did not ask for it, somebody else may know your password: please change it at once, and tell us. ${questions(context)}`,
      ],
    };
  }
  const [what, effect] = CHANGES[change];
  return {
    subject: `${what} at ${brand.name}`,
    parts: [
      `Dear ${name},`,
      effect,
      'If this was you, there is nothing to do.',
      `If it was not, somebody else may be in your account: write to us at once. ${questions(context)}`,
      { link: 'See where you are signed in', url: page('/user/security', context) },
    ],
  };
}

const CHANGES = {
  'password-changed': [
    'Your password was changed',
    'The password of your account was changed just now. Every other device was signed out.',
  ],
  'password-set': [
    'Your account has a password now',
    'A password was set for your account just now. You can sign in with it from now on.',
  ],
  'email-changed': [
    'Your e-mail address was changed',
    'Your account was moved to another e-mail address just now. This is the last mail to this one. Every other device was signed out.',
  ],
} as const;

/** The last mail of an account. */
export function accountDeletedTemplate(_data: MailData['account-deleted'], context: TemplateContext): MailContent {
  const { name, brand } = context;
  return {
    subject: `Your account at ${brand.name} is deleted`,
    parts: [
      `Dear ${name},`,
      'Your account is deleted. What we kept of you is gone within a day; your reviews stay without your name.',
      'The law makes us keep bills for eight years. Your name and address on them are sealed, and used for nothing else.',
      `Thank you for having been with us. ${questions(context)}`,
    ],
  };
}
