import { cartOrder } from '@shop/contracts/browser';
import { ApiError, call, messageOf, useAccount } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useMutation } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { CONSENT, useAlerts } from '../../components/alerts/alerts.ts';
import type { Product } from './api/product.ts';
import s from './wait-for-piece.module.css';

const KIND = 'back-in-stock';

/** Of a sold-out piece: one mail when it is back, by one click of a user, or to the address of a guest who confirms it. */
export default function WaitForPiece({ product }: { product: Product }) {
  const { status } = useAccount();
  if (status === 'unknown') return null;
  return (
    <section className={s.wait} aria-labelledby="wait-title">
      <h2 id="wait-title" className={s.title}>
        Tell me when it is back
      </h2>
      {status === 'user' ? <OfUser product={product} /> : <OfGuest key={product._id} product={product} />}
    </section>
  );
}

function OfUser({ product: { _id: productId } }: { product: Product }) {
  const alerts = useAlerts();
  const isWanted = alerts.has(KIND, productId);
  return (
    <>
      <p className={s.consent} role="status">
        {isWanted ? 'We mail you once it is back.' : CONSENT[KIND]}
      </p>
      <Button
        look="secondary"
        busy={alerts.isChanging}
        disabled={!alerts.isKnown}
        onClick={() => alerts.change({ isWanted: !isWanted, kind: KIND, productId })}
      >
        {isWanted ? 'I do not wait for it any more' : 'Mail me'}
      </Button>
    </>
  );
}

function OfGuest({ product: { _id: productId } }: { product: Product }) {
  const asking = useMutation({
    meta: { quiet: true },
    mutationFn: (email: string) => call(cartOrder.askForAlert, { body: { email, productId, consent: CONSENT[KIND] } }),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    asking.mutate(String(new FormData(event.currentTarget).get('email')).trim());
  };
  if (asking.isSuccess) {
    return (
      <p className={s.consent} role="status">
        Please look into your mailbox: we have sent a link to {asking.variables}, and mail you once you have pressed it.
      </p>
    );
  }
  const { error } = asking;
  const problem =
    error instanceof ApiError ? (error.problem.errors?.['email'] ?? error.message) : error && messageOf(error);
  return (
    <form className={s.form} onSubmit={submit} noValidate>
      <Field
        label="Your e-mail address"
        name="email"
        type="email"
        autoComplete="email"
        required
        {...(problem && { error: problem })}
      />
      <p className={s.consent}>{CONSENT[KIND]}</p>
      <Button type="submit" look="secondary" busy={asking.isPending}>
        Mail me
      </Button>
    </form>
  );
}
