import { dialog, staff, type Screen } from './screen.ts';

// Staff's list of mails, and every example of a kind of mail.

/** An example of a kind of mail. */
const mail = (kind: string, example: string): [string, Screen] => [
  `mail-${kind}-${example}`,
  { who: 'admin', at: `/api/v1/admin/mails/preview/${kind}?example=${example}`, isMail: true },
];

export const MAIL_SCREENS: Record<string, Screen> = {
  'admin-mails': staff('mails'),
  'admin-mails-sent': staff('mails?show=sent'),
  'admin-mails-again': {
    ...staff('mails?show=sent'),
    async open(page) {
      await page
        .getByRole('button', { name: /^Send again/ })
        .first()
        .click();
      await dialog(page);
    },
  },
  ...Object.fromEntries([
    ...[
      'sign-in',
      'register',
      'new-password',
      'proof',
      'new-email',
      'continue',
      'invitation',
      'account-exists',
      'email-taken',
    ].map((example) => mail('code', example)),
    ...['password-changed', 'password-set', 'email-changed', 'download-ready'].map((example) =>
      mail('account-secured', example),
    ),
    mail('account-deleted', 'deleted'),
    ...['paid', 'abroad'].map((example) => mail('order-created', example)),
    mail('order-link', 'asked'),
    ...['several', 'order', 'many', 'dispute', 'low-stock'].map((example) => mail('staff-notice', example)),
    mail('alert-requested', 'ring'),
    ...['back', 'several'].map((example) => mail('alert-raised', example)),
    ...['shipped', 'shipped-abroad', 'partly-shipped', 'in-parcels', 'delivered', 'cancelled', 'disputed'].map(
      (example) => mail('order-moved-on', example),
    ),
    ...['sent', 'waiting', 'partly', 'cancelled'].map((example) => mail('order-withdrawn', example)),
    mail('payment-awaited', 'transfer'),
    mail('payment-lapsed', 'transfer'),
    ...['staff', 'paid-twice', 'wrong-amount', 'unknown-checkout'].map((example) => mail('refund-requested', example)),
    mail('checkout-refused', 'sold'),
    mail('refund-completed', 'paid'),
    mail('refund-failed', 'failed'),
  ]),
};
