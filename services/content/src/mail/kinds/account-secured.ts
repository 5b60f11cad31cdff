import type { DataOf, identity } from '@shop/contracts';
import { EXAMPLE } from './example.ts';
import { addressOf, mailKind } from './kind.ts';

type Secured = Pick<DataOf<typeof identity.accountSecured>, 'userId' | 'change'>;

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

/** Something about how an account is signed in to was changed, or its data was taken out. */
export const accountSecured = mailKind<Secured>({
  content({ change }, context) {
    const { name, brand } = context;
    if (change === 'download-ready') {
      return {
        subject: `Your data at ${brand.name} is ready to download`,
        preview: 'One file, for seven days.',
        heading: 'Your data is ready',
        parts: [
          `Dear ${name},`,
          'You asked for all that we keep of you. It is ready: one file, which you find in your account for seven days.',
          { link: 'Go to your data', url: addressOf('/user/data', context) },
          'If you did not ask for it, somebody else may know your password: please change it at once, and tell us.',
        ],
      };
    }
    const [what, effect] = CHANGES[change];
    return {
      subject: `${what} at ${brand.name}`,
      preview: 'If this was you, there is nothing to do.',
      heading: what,
      parts: [
        `Dear ${name},`,
        effect,
        'If this was you, there is nothing to do.',
        'If it was not, somebody else may be in your account: write to us at once.',
        // Who reads this at the address from before may not be able to sign in any more.
        ...(change === 'email-changed'
          ? []
          : [{ link: 'See where you are signed in', url: addressOf('/user/security', context) }]),
      ],
    };
  },
  examples: {
    'password-changed': { userId: EXAMPLE.userId, change: 'password-changed' },
    'password-set': { userId: EXAMPLE.userId, change: 'password-set' },
    'email-changed': { userId: EXAMPLE.userId, change: 'email-changed' },
    'download-ready': { userId: EXAMPLE.userId, change: 'download-ready' },
  },
});
