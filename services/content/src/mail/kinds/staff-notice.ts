import type { DataOf, identity } from '@shop/contracts';
import { EXAMPLE } from './example.ts';
import { addressOf, mailKind } from './kind.ts';

type Requested = DataOf<typeof identity.noticeMailRequested>;

/** Where the staff area shows it. */
const PATHS: Readonly<Record<string, (recordId: string) => string>> = {
  order: (id) => `/admin/order/${id}`,
  dispute: () => '/admin/payments',
  'low-stock': (id) => `/admin/product/${id}?show=stock`,
};

/** What somebody of the staff wants to be told by mail. */
export const staffNotice = mailKind<Requested>({
  content({ kind, recordId, text }, context) {
    const path = Object.hasOwn(PATHS, kind) ? PATHS[kind]!(recordId) : '/admin/dashboard';
    return {
      subject: `${text} · ${context.brand.name}`,
      preview: 'For the staff of the shop.',
      heading: text,
      parts: [
        `Dear ${context.name},`,
        `${text}.`,
        { link: 'Open the staff area', url: addressOf(path, context) },
        'You get this mail because you chose to be told. You can switch it off in your account.',
        { link: 'Choose what you are told of', url: addressOf('/admin/account', context) },
      ],
    };
  },
  examples: {
    order: notice('order', 'New order #2D662A: ₹2,060.00'),
    dispute: notice('dispute', 'New dispute: ₹2,060.00 for #2D662A'),
    'low-stock': notice('low-stock', 'Meera Ring (AR-1042): 1 piece left'),
  },
});

function notice(kind: string, text: string): Requested {
  return { userId: EXAMPLE.userId, kind, recordId: EXAMPLE.orderId, text };
}
