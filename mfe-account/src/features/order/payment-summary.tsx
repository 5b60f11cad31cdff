import {
  percentText,
  PROVIDER_LABELS,
  REFUNDED_CHARGE_NAMES,
  type RefundParts,
  subtotalName,
} from '@shop/contracts/browser';
import { formatMoney } from '@shop/mfe-kit';
import { FileLink } from '@shop/mfe-kit/file-link.tsx';
import { WAITS } from '../../components/disputes.ts';
import { formatDay } from '../../components/format.ts';
import type { Papers, ShownOrder } from './api/order.ts';
import { AddressLines } from '../../components/address-lines.tsx';
import s from './order.module.css';

const PAYMENT_STATES = { captured: 'Paid', 'partially-refunded': 'Partially refunded', refunded: 'Refunded' } as const;
const REFUND_STATES = {
  requested: 'On its way',
  completed: 'Paid back',
  failed: 'Failed; we are looking into it',
} as const;
/** The charged amounts, without extras that were not chosen. */
export function PaymentSummary({ order }: { order: ShownOrder }) {
  const { charges, subtotal, gstRate, showPrices, courier, currency, totalAmount } = order;
  const extras = [
    ['Engraving', charges.engraving],
    ['Hallmarking', charges.hallmarking],
    ['Special Request', charges.specialRequest],
    ['Gift wrap', charges.giftWrap ?? 0],
  ] as const;
  const lines = [
    [subtotalName(showPrices), subtotal],
    ...(gstRate > 0 ? [[`GST (${percentText(gstRate)})`, charges.gst] as const] : []),
    [courier ? `Shipping (${courier})` : 'Shipping', charges.shipping],
    ...extras.filter(([, amount]) => amount !== 0),
  ] as const;
  return (
    <section className={s.card} aria-labelledby="order-summary">
      <h2 id="order-summary">Payment summary</h2>
      <dl className={s.sums}>
        {lines.map(([name, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{name.startsWith('Shipping') && amount === 0 ? 'Free' : formatMoney(amount, currency)}</dd>
          </div>
        ))}
        <div className={s.total}>
          <dt>Total Amount</dt>
          <dd>{formatMoney(totalAmount, currency)}</dd>
        </div>
      </dl>
    </section>
  );
}

export function PaymentInfo({
  order: { paymentInfo, invoice, business, pan, form97 },
  papers,
}: {
  order: ShownOrder;
  papers: Papers;
}) {
  return (
    <section className={s.card} aria-labelledby="order-payment">
      <h2 id="order-payment">Payment</h2>
      <dl className={s.facts}>
        <div>
          <dt>Method</dt>
          <dd>{PROVIDER_LABELS[paymentInfo.provider]?.label ?? paymentInfo.provider}</dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>{PAYMENT_STATES[paymentInfo.status]}</dd>
        </div>
        {paymentInfo.id && (
          <div>
            <dt>Payment ID</dt>
            <dd className={s.id}>{paymentInfo.id}</dd>
          </div>
        )}
        {business && (
          <div>
            <dt>Billed to</dt>
            <dd className={s.id}>
              {business.name}, GSTIN {business.gstin}
            </dd>
          </div>
        )}
        {pan && !business && (
          <div>
            <dt>PAN</dt>
            <dd className={s.id}>{pan}</dd>
          </div>
        )}
        {form97 && (
          <div>
            <dt>Form 97</dt>
            <dd>
              {form97.receivedAt ? `Received on ${formatDay(form97.receivedAt)}` : 'To be signed before it is sent'}
            </dd>
          </div>
        )}
      </dl>
      {invoice && (
        <p className={s.paper}>
          <FileLink href={papers.invoice} ask={papers.ask}>
            Invoice {invoice.number}
          </FileLink>{' '}
          (PDF)
        </p>
      )}
    </section>
  );
}

/** `1 × Meera Ring, shipping` */
const partsText = (items: ShownOrder['items'], { lines, charges }: RefundParts): string =>
  [
    ...lines.map(({ place, pieces }) => `${pieces} × ${items[place]?.product.name ?? 'a piece'}`),
    ...charges.map((charge) => REFUNDED_CHARGE_NAMES[charge].toLowerCase()),
  ].join(', ');

export function Refunds({
  order: { refunds, items, currency, waitingRefund },
  papers,
  isAdmin,
}: {
  order: ShownOrder;
  papers: Papers;
  isAdmin: boolean;
}) {
  if (refunds.length === 0 && waitingRefund === undefined) return null;
  return (
    <section className={s.card} aria-labelledby="order-refunds">
      <h2 id="order-refunds">Refunds</h2>
      <ul className={s.refunds}>
        {refunds.map(({ refundId, amount, state, reason, noteToBuyer, note, of, requestedAt, creditNote }) => (
          <li key={refundId}>
            <p className={s.refund}>
              <strong>{formatMoney(amount, currency)}</strong>
              <span data-state={state}>{REFUND_STATES[state]}</span>
            </p>
            <p className={s.why}>
              {reason}, <time dateTime={requestedAt}>{formatDay(requestedAt)}</time>
            </p>
            {of && <p className={s.why}>For {partsText(items, of)}</p>}
            {noteToBuyer && (
              <p className={s.why}>
                {isAdmin && 'Note to the buyer: '}
                {noteToBuyer}
              </p>
            )}
            {note && <p className={s.why}>For the shop only: {note}</p>}
            {creditNote && (
              <p className={s.paper}>
                <FileLink href={papers.creditNote(refundId)} ask={papers.ask}>
                  Credit note {creditNote.number}
                </FileLink>{' '}
                (PDF)
              </p>
            )}
          </li>
        ))}
        {waitingRefund !== undefined && (
          <li>
            <p className={s.refund}>
              <strong>{formatMoney(waitingRefund, currency)}</strong>
              <span data-state="requested">Waiting</span>
            </p>
            <p className={s.why}>It {WAITS}</p>
          </li>
        )}
      </ul>
    </section>
  );
}

/** With who pays the duties and taxes of the country, as it was said by Pay. */
export function ShippingAddress({ order: { shippingInfo, dutiesNote } }: { order: ShownOrder }) {
  return (
    <section className={s.card} aria-labelledby="order-address">
      <h2 id="order-address">Shipping address</h2>
      <address className={s.address}>
        <strong>{shippingInfo.name}</strong>
        <AddressLines address={shippingInfo} />
      </address>
      {dutiesNote && <p className={s.duties}>{dutiesNote}</p>}
    </section>
  );
}
