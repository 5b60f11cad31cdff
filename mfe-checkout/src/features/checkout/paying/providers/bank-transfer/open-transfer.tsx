import { payment, SHOP_TIME_ZONE } from '@shop/contracts/browser';
import { call, formatMoney, messageOf, toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Dialog, DialogActions } from '@shop/ui/dialog.tsx';
import { ErrorState } from '@shop/ui/error-state.tsx';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Checkout } from '../../../api.ts';
import page from '../../../checkout.module.css';
import { endOf } from './failed-transfer.tsx';
import { type Transfer, transferQuery } from './transfer-query.ts';
import s from './bank-transfer.module.css';
import { TransferDetails } from './transfer-details.tsx';

interface Props {
  checkout: Checkout;
  isNew: boolean;
  onChange(): void;
}

/** What the buyer has to transfer, until when, and what happens then. */
export function OpenTransfer({ checkout, isNew, onChange }: Props) {
  const { data: transfer, error, isFetching, refetch } = useQuery(transferQuery(checkout._id));
  const title = useRef<HTMLHeadingElement>(null);
  const state = transfer?.state;
  // The button that was pressed is gone, and on a phone it was a long way below.
  useEffect(() => {
    if (isNew && state === 'waiting') title.current!.focus();
  }, [isNew, state]);
  useEffect(() => {
    if (state && state !== 'waiting') onChange();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for every state
  }, [state]);

  if (!transfer) {
    return (
      <section className={page.card} aria-label="Bank transfer" aria-busy={!error}>
        {error ? (
          <ErrorState
            title="The details of your transfer could not be loaded"
            why={messageOf(error)}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <>
            <Skeleton width="60%" height="1.75rem" />
            <Skeleton height="18rem" />
          </>
        )}
      </section>
    );
  }
  if (state !== 'waiting') {
    return (
      <section className={page.card} role="status">
        <h2>{state === 'arrived' ? 'Your transfer has arrived' : 'Bank transfer'}</h2>
        <p>
          {state === 'arrived'
            ? 'Thank you. It is becoming your order; this page leads to it.'
            : endOf(transfer, checkout)}
        </p>
      </section>
    );
  }
  return (
    <section className={page.card} aria-labelledby="transfer-title">
      <h2 id="transfer-title" ref={title} tabIndex={-1} className={s.title}>
        Now transfer {formatMoney(transfer.amount, checkout.currency)} to us
      </h2>
      <p>
        Make one transfer by NEFT, IMPS or RTGS in the app or on the site of your bank, with exactly this amount, and
        write the reference into its remarks: by these two we know that it is yours.
      </p>
      <TransferDetails transfer={transfer} currency={checkout.currency} />
      <p className={page.held}>
        Your pieces and their price are held for you until{' '}
        <time dateTime={transfer.expiresAt} className={s.until}>
          {moment.format(new Date(transfer.expiresAt))}
        </time>
        .
      </p>
      <section className={s.next} aria-labelledby="transfer-next">
        <h3 id="transfer-next">What happens then</h3>
        <ul>
          <li>Once the money is on our account, it becomes your order, and we mail you. This page leads to it.</li>
          <li>You can close this page and come back to it; the details are in your mail as well.</li>
          <li>Another amount cannot become your order: it goes back to the account that it came from.</li>
          <li>
            Should it not arrive in time, the pieces are free for others. What comes later becomes your order if they
            are left, or goes back.
          </li>
        </ul>
      </section>
      <GivingUp checkoutId={checkout._id} onChange={onChange} />
    </section>
  );
}

/** The workshop's time, as in the mail. */
const moment = new Intl.DateTimeFormat('en-IN', {
  ...{ weekday: 'long', day: 'numeric', month: 'long' },
  ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone: SHOP_TIME_ZONE },
});

function GivingUp({ checkoutId, onChange }: { checkoutId: string; onChange(): void }) {
  const queryClient = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const giveUp = async () => {
    setBusy(true);
    const { queryKey } = transferQuery(checkoutId);
    try {
      const answer: { transfer: Transfer } = await call(payment.cancelBankTransfer, { params: { checkoutId } });
      queryClient.setQueryData(queryKey, answer);
    } catch (error) {
      toast.error(messageOf(error));
      setBusy(false);
      setAsked(false);
      // It may have arrived in the same moment.
      void queryClient.invalidateQueries({ queryKey });
    }
    onChange();
  };
  return (
    <>
      <Button look="quiet" className={s.giveUp} onClick={() => setAsked(true)}>
        I have changed my mind
      </Button>
      {isAsked && (
        <Dialog title="Give up this transfer?" onClose={() => setAsked(false)}>
          <p>
            Only if you have not sent the money yet: the pieces will no longer be held for it. You can then pay another
            way, or change your order.
          </p>
          <DialogActions>
            <Button look="secondary" onClick={() => setAsked(false)}>
              Keep it
            </Button>
            <Button busy={isBusy} onClick={() => void giveUp()}>
              Give it up
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
