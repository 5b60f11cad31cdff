import type { DataOf, identity } from '@shop/contracts';
import { EXAMPLE } from './example.ts';
import { mailKind } from './kind.ts';

/** The last mail of an account. */
export const accountDeleted = mailKind<DataOf<typeof identity.userDeleted>>({
  content(_deleted, { name, brand }) {
    return {
      subject: `Your account at ${brand.name} is deleted`,
      preview: 'What we kept of you is gone within a day.',
      heading: 'Your account is deleted',
      parts: [
        `Dear ${name},`,
        'Your account is deleted. What we kept of you is gone within a day; your reviews stay without your name and pictures.',
        'The law makes us keep bills for eight years. Your name and address on them are sealed, and used for nothing else.',
        'Thank you for having been with us.',
      ],
    };
  },
  examples: { deleted: { userId: EXAMPLE.userId } },
});
