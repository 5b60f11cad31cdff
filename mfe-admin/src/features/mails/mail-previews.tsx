import { mailPreviewKind } from '@shop/contracts/schemas/content/mail.ts';
import classes from './mail-previews.module.css';

/** How mails of each kind look, each in a tab of its own. */
export const MailPreviews = () => (
  <section aria-labelledby="mail-previews" className={classes.previews}>
    <h2 id="mail-previews">How our mails look</h2>
    <p>With the brand of the shop and example data. Each opens in a new tab.</p>
    <ul>
      {mailPreviewKind.options.map((kind) => (
        <li key={kind}>
          <a href={`/api/v1/admin/mails/preview/${kind}`} target="_blank" rel="noreferrer">
            {NAMES[kind]}
          </a>
        </li>
      ))}
    </ul>
  </section>
);

const NAMES: Record<(typeof mailPreviewKind.options)[number], string> = {
  'order-created': 'Order confirmed',
  'order-moved-on': 'Order on its way',
  'order-withdrawn': 'Withdrawal received',
  'payment-awaited': 'How to pay',
  'payment-lapsed': 'Payment did not come',
  'refund-requested': 'Money is coming back',
  'checkout-refused': 'Sold before the payment came',
  'refund-completed': 'Refund paid',
  'refund-failed': 'Refund is late',
  'account-secured': 'Account changed, or its data taken out',
  'account-deleted': 'Account deleted',
  'alert-requested': 'Agree to mails about a piece',
  'order-link': 'Link to an order',
  'staff-notice': 'What happened, for the staff',
  'alert-raised': 'A piece is back, or costs less',
  code: 'One-time code',
};
