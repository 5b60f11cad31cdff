import { ApiError, Link, messageOf, useCurrency } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { deliveryQuery } from './api/delivery.ts';
import type { Product } from './api/product.ts';
import s from './promises.module.css';
import { useRememberedPincode } from './remembered-pincode.ts';

interface Props {
  certification: Product['detailsRef']['certification'];
  isMadeToOrder: boolean;
  /** Neither what is made to order nor what is engraved. */
  isReturnable: boolean;
}

/** When the piece arrives, and what the shop promises of it. */
export function Promises({ certification, isMadeToOrder, isReturnable }: Props) {
  const { country } = useCurrency();
  const { isHallmarked, isCertified, certType } = certification;
  return (
    <section className={s.promises} aria-label="Delivery and promises">
      {country === 'IN' ? (
        <DeliveryDate isMadeToOrder={isMadeToOrder} />
      ) : (
        <p className={s.promise}>
          Delivered worldwide in 15 to 20 business days <Link to="/shipping-policy">Shipping policy</Link>
        </p>
      )}
      <ul className={s.list}>
        <li className={s.promise}>
          {isReturnable ? 'Returns within 30 days of delivery' : 'Cannot be returned as chosen'}{' '}
          <Link to="/refund-return">Return policy</Link>
        </li>
        {isCertified && (
          <li className={s.promise}>
            {certType ? `Certificate: ${certType}` : 'With a certificate'}{' '}
            <Link to="/diamond-education">What it says</Link>
          </li>
        )}
        {isHallmarked && (
          <li className={s.promise}>
            BIS hallmark <Link to="/faqs">About hallmarks</Link>
          </li>
        )}
      </ul>
    </section>
  );
}

function DeliveryDate({ isMadeToOrder }: Pick<Props, 'isMadeToOrder'>) {
  const remembered = useRememberedPincode();
  const [given, setGiven] = useState<string>();
  const pincode = given ?? remembered;
  const { data, error, isFetching } = useQuery({
    ...deliveryQuery(pincode, isMadeToOrder),
    enabled: pincode !== '',
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setGiven(String(new FormData(event.currentTarget).get('pincode')).replaceAll(/\s/g, ''));
  };
  const problem =
    given === '' ? 'Pincode is required' : error instanceof ApiError ? error.problem.errors?.['pincode'] : undefined;
  return (
    <>
      {/* The key shows what was remembered once the page is hydrated. */}
      <form key={remembered} className={s.form} onSubmit={submit} noValidate>
        <Field
          label="Delivery to PIN code"
          name="pincode"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={7}
          placeholder="302001"
          defaultValue={remembered}
          error={problem}
          className={s.pincode}
        />
        <Button type="submit" look="secondary" busy={isFetching}>
          Check
        </Button>
      </form>
      <p className={s.date} role="status">
        {data ? (
          <>
            {data.place}: <strong>{data.days}</strong>
            {isMadeToOrder && ', made to order'}
          </>
        ) : error && !problem ? (
          messageOf(error)
        ) : (
          pincode === '' && !problem && 'Enter your PIN code for the delivery date'
        )}
      </p>
      <p className={s.promise}>
        Free and insured in India <Link to="/shipping-policy">Shipping policy</Link>
      </p>
    </>
  );
}
