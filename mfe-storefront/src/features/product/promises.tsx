import { HOME_COUNTRY } from '@shop/contracts/browser';
import { useCurrency } from '@shop/mfe-kit';
import { TextPageLink } from '@shop/mfe-kit/text-pages.tsx';
import { Button } from '@shop/ui/button.tsx';
import { lazy, type SubmitEvent, Suspense, useEffect, useId, useRef, useState } from 'react';
import type { Product } from './api/product.ts';
import s from './promises.module.css';
import { useRememberedPincode } from './remembered-pincode.ts';

// Most visitors ask for no date.
const DeliveryAnswer = lazy(() => import(/* webpackChunkName: "delivery" */ './delivery-answer.tsx'));

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
      {country === HOME_COUNTRY ? (
        <DeliveryDate isMadeToOrder={isMadeToOrder} />
      ) : (
        <p className={s.promise}>
          Delivered worldwide in 15 to 20 business days{' '}
          <TextPageLink page="shipping-policy">Shipping policy</TextPageLink>
        </p>
      )}
      <ul className={s.list}>
        <li className={s.promise}>
          {isReturnable ? 'Returns within 30 days of delivery' : 'Cannot be returned as chosen'}{' '}
          <TextPageLink page="refund-return">Return policy</TextPageLink>
        </li>
        {isCertified && (
          <li className={s.promise}>
            {certType ? `Certificate: ${certType}` : 'With a certificate'}{' '}
            <TextPageLink page="diamond-education">What it says</TextPageLink>
          </li>
        )}
        {isHallmarked && (
          <li className={s.promise}>
            BIS hallmark <TextPageLink page="faqs">About hallmarks</TextPageLink>
          </li>
        )}
      </ul>
    </section>
  );
}

function DeliveryDate({ isMadeToOrder }: Pick<Props, 'isMadeToOrder'>) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const remembered = useRememberedPincode();
  const [given, setGiven] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const pincode = given ?? remembered;
  useEffect(() => {
    // What was typed before the page was hydrated stays.
    field.current!.value ||= remembered;
  }, [remembered]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const next = String(new FormData(event.currentTarget).get('pincode')).replaceAll(/\s/g, '');
    // What is wrong with the same one is known.
    if (next === pincode && problem) return;
    setGiven(next);
    setProblem(next === '' ? 'Pincode is required' : undefined);
  };
  return (
    <>
      <form className={s.form} onSubmit={submit} noValidate>
        <label htmlFor={id}>Delivery to pincode</label>
        <input
          ref={field}
          id={id}
          name="pincode"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={7}
          placeholder="302001"
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={`${id}-date`}
        />
        <Button type="submit" look="secondary">
          Check
        </Button>
      </form>
      <p id={`${id}-date`} className={s.date} role="status">
        {pincode ? (
          <Suspense>
            <DeliveryAnswer key={pincode} pincode={pincode} isMadeToOrder={isMadeToOrder} onProblem={setProblem} />
          </Suspense>
        ) : (
          !problem && 'Enter your pincode for the delivery date'
        )}
        {problem && <span className={s.problem}>{problem}</span>}
      </p>
      <p className={s.promise}>
        Free and insured in India <TextPageLink page="shipping-policy">Shipping policy</TextPageLink>
      </p>
    </>
  );
}
