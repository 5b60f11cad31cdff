import { TextPageLink } from '@shop/mfe-kit/text-pages.tsx';
import { useState } from 'react';
import { formatDateTime, formatDays } from '../../components/format.ts';
import type { ShownOrder } from './api/order.ts';
import s from './order.module.css';

/** An order this young was placed by who looks at it just now. */
const FRESH_MS = 30 * 60_000;

/** Thanks after paying, and what happens next, with its dates. Nothing of a cancelled order. */
export function NextSteps({ order, isLink }: { order: ShownOrder; isLink: boolean }) {
  const [now] = useState(() => Date.now());
  if (order.status === 'Cancelled') return null;
  const isFresh = order.status === 'Processing' && now - Date.parse(order.createdAt) < FRESH_MS;
  return (
    <section className={s.next} aria-labelledby="order-next">
      <h2 id="order-next">{isFresh ? 'Thank you for your order' : 'What happens next'}</h2>
      {isFresh && <p>It is paid and confirmed. A mail with all of it is on its way to you.</p>}
      <ul>
        {stepsOf(order, { now, isLink }).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      <p className={s.hint}>
        <Return order={order} />
      </p>
    </section>
  );
}

function stepsOf(
  { status, items, expected, shipments = [], cancellableUntil }: ShownOrder,
  { now, isLink }: { now: number; isLink: boolean },
): string[] {
  const isMadeToOrder = items.some(({ customized }) => customized);
  const arrival = expected && `We expect it to arrive ${formatDays(expected)}.`;
  if (status === 'Delivered') return ['Wear it with joy. Cleaning and polishing are a mail away.'];
  if (status === 'Shipped') return [...(arrival ? [arrival] : []), 'Somebody has to sign for the parcel.'];
  return [
    isMadeToOrder ? 'Our workshop makes your pieces to order.' : 'We check, polish and pack your pieces.',
    shipments.length > 0
      ? 'We mail you when the other pieces leave.'
      : 'We mail you when the parcel leaves, with a link to follow it.',
    ...(arrival ? [arrival] : []),
    ...(shipments.length === 0 && now < Date.parse(cancellableUntil)
      ? [
          `Until ${formatDateTime(cancellableUntil)} you can cancel it ${isLink ? 'in your account' : 'here'}, and all of your money goes back.`,
        ]
      : []),
  ];
}

/** How it can be returned; what is made to order, or engraved, cannot. */
function Return({ order: { items } }: { order: ShownOrder }) {
  const kept = items.filter(({ customized, customizations }) => customized || customizations['engraving']).length;
  const read = (words: string) => (
    <TextPageLink page="refund-return" before=" Read " after=".">
      {words}
    </TextPageLink>
  );
  if (kept === items.length) return <>Made for you alone, it cannot be returned.{read('about returns')}</>;
  const except = kept > 0 ? ' Pieces made to order or engraved cannot be returned.' : '';
  return (
    <>
      You can return it within 30 days of delivery.{except}
      {read('how to return')}
    </>
  );
}
