import { type CurrencyCode, percentText, SHOP_TIME_ZONE, subtotalName } from '@shop/contracts/browser';
import { formatMoney } from '@shop/mfe-kit';
import type { Checkout, Quote } from './api.ts';
import s from './checkout.module.css';

/** The workshop's time, as in mails. */
const time = new Intl.DateTimeFormat('en-IN', {
  ...{ day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' },
  ...{ timeZone: SHOP_TIME_ZONE, timeZoneName: 'short' },
});

/** The server's sums, line by line, with the chosen extras. */
export function Summary({ of, isWaiting = false }: { of: Quote | Checkout; isWaiting?: boolean }) {
  const { totals, currency, gstRate, showPrices, rate, courier } = of;
  const money = (amount: number) => formatMoney(amount, currency);
  return (
    <section className={s.card} aria-labelledby="summary-title" aria-busy={isWaiting || undefined}>
      <h2 id="summary-title">Order summary</h2>
      <dl className={`${s.sums} ${isWaiting ? s.waiting : ''}`}>
        <Row name={subtotalName(showPrices)} value={money(totals.subtotal)} />
        {gstRate > 0 && <Row name={`GST (${percentText(gstRate)})`} value={money(totals.gst)} />}
        <Row
          name={courier ? `Shipping (${courier})` : 'Shipping'}
          value={totals.shipping === 0 ? 'Free' : money(totals.shipping)}
        />
        {totals.engraving > 0 && <Row name="Engraving" value={money(totals.engraving)} />}
        {totals.hallmarking > 0 && <Row name="Hallmarking" value={money(totals.hallmarking)} />}
        {(totals.giftWrap ?? 0) > 0 && <Row name="Gift wrap" value={money(totals.giftWrap!)} />}
        {totals.specialRequest > 0 && <Row name="Special Request" value={money(totals.specialRequest)} />}
        <div className={s.total}>
          <dt>Total</dt>
          <dd>{money(totals.total)}</dd>
        </div>
      </dl>
      {rate && (
        <p className={s.small}>
          ₹1 is {rateText(rate.rate, currency)}, as of {time.format(new Date(rate.at))}.
        </p>
      )}
    </section>
  );
}

/** A rate needs more digits than a price. */
const rateText = (rate: number, currency: CurrencyCode): string =>
  new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    maximumSignificantDigits: 4,
  }).format(rate);

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
