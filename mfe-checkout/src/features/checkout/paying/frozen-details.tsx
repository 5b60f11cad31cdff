import { isHomeCountryName } from '@shop/contracts/browser';
import { type ReactNode, useId } from 'react';
import { PostalAddress } from '../addresses.tsx';
import type { Checkout } from '../api.ts';
import s from '../checkout.module.css';
import { Lines } from '../lines.tsx';

/** What was chosen in the draft: it cannot be changed any more. */
export function FrozenDetails({ checkout }: { checkout: Checkout }) {
  const { shippingInfo, specialRequest, gift, business, pan, noPan } = checkout;
  return (
    <>
      <Lines quote={checkout} isExport={!isHomeCountryName(shippingInfo.country)} />
      <Card title="Shipping address">
        <PostalAddress address={shippingInfo} />
      </Card>
      {specialRequest && (
        <Card title="Your request">
          <p>{specialRequest}</p>
        </Card>
      )}
      {gift && (
        <Card title="A present">
          <p>{gift.wrap ? 'Gift-wrapped; the' : 'The'} slip in the parcel shows no price.</p>
          {gift.message && <blockquote className={s.message}>{gift.message}</blockquote>}
        </Card>
      )}
      {!business && (pan ?? noPan) && (
        <Card title="Tax details">
          <p>{pan ? `PAN ${pan}` : 'No PAN: Form 97 is to be signed'}</p>
        </Card>
      )}
      {business && (
        <Card title="Invoice">
          <p>
            {business.name}, GSTIN {business.gstin}
          </p>
        </Card>
      )}
    </>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={s.card} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
