import { cartOrder } from '@shop/contracts/browser';
import { call, emit, messageOf, toast, useSession } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { Button } from '@shop/ui/button.tsx';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { Dialog, DialogActions } from '@shop/ui/dialog.tsx';
import { useIsBefore } from '@shop/ui/use-is-before.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatDateTime, shortId } from '../../components/format.ts';
import { orderQuery, type Order, type ShownOrder } from './api/order.ts';
import s from './order.module.css';

type Withdrawal = NonNullable<Order['withdrawal']>;

/** The words of both buttons are those of Directive 2023/2673. */
const WITHDRAW = 'Withdraw from contract here';
const CONFIRM = 'Confirm withdrawal here';
/** Without an end, because it is not delivered. */
const LATER = '9999-12-31T00:00:00.000Z';

const pieceText = ({ items }: ShownOrder, place: number): string =>
  `${items[place]!.quantity} × ${items[place]!.product.name}`;

const withdrawnFrom = ({ withdrawals = [] }: ShownOrder): number[] => withdrawals.flatMap(({ lines }) => lines);

/** Shown to a buyer in the EU while there is something to withdraw from. */
export function WithdrawFromOrder({ order }: { order: Order }) {
  const [isAsking, setAsking] = useState(false);
  const { withdrawal } = order;
  const isInTime = useIsBefore(withdrawal?.until ?? LATER);
  if (!withdrawal || !isInTime) return null;
  return (
    <div className={s.cancel}>
      <Button look="secondary" onClick={() => setAsking(true)}>
        {WITHDRAW}
      </Button>
      <p>
        Possible until {withdrawal.until ? formatDateTime(withdrawal.until) : '14 days after all of it is delivered'}
      </p>
      {isAsking && <WithdrawDialog order={order} withdrawal={withdrawal} onClose={() => setAsking(false)} />}
    </div>
  );
}

function WithdrawDialog({
  order,
  withdrawal: { lines },
  onClose,
}: {
  order: Order;
  withdrawal: Withdrawal;
  onClose(): void;
}) {
  const { _id: id } = order;
  const queryClient = useQueryClient();
  const { user } = useSession();
  const [chosen, setChosen] = useState<readonly number[]>(lines);
  const [withdrawingOnce] = useState(createIntent);
  const withdraw = useMutation({
    mutationFn: () => {
      const body = { lines: [...chosen] };
      return withdrawingOnce(body, (idempotencyKey) =>
        call(cartOrder.withdrawFromOrder, { params: { id }, body, idempotencyKey }),
      );
    },
    meta: { quiet: true },
    onSuccess(answer) {
      queryClient.setQueryData(orderQuery(id).queryKey, answer);
      toast.success('Your withdrawal is received');
      onClose();
      emit('account:order-changed', { orderId: id });
    },
  });
  const close = () => {
    // What was refused may be another order by now.
    if (withdraw.isError) emit('account:order-changed', { orderId: id });
    onClose();
  };
  const toggle = (place: number) => {
    withdraw.reset();
    setChosen(lines.filter((one) => chosen.includes(one) !== (one === place)));
  };
  const problem =
    chosen.length === 0 ? 'Choose at least one piece' : withdraw.error ? messageOf(withdraw.error) : undefined;
  return (
    <Dialog title={`Withdraw from the contract of order #${shortId(id)}`} onClose={close}>
      {lines.length > 1 ? (
        <fieldset className={s.withdrawn}>
          <legend>Pieces that you withdraw from</legend>
          {lines.map((place) => (
            <Checkbox key={place} checked={chosen.includes(place)} onChange={() => toggle(place)}>
              {pieceText(order, place)}
            </Checkbox>
          ))}
        </fieldset>
      ) : (
        <p>
          You withdraw from <strong>{pieceText(order, lines[0]!)}</strong>.
        </p>
      )}
      <Exempt order={order} lines={lines} />
      <p>{afterwards(order, chosen)}</p>
      {user && (
        <p className={s.why}>
          From {user.name}. The receipt goes to {user.email}.
        </p>
      )}
      <div role="alert">{problem && <p className={s.problem}>{problem}</p>}</div>
      <DialogActions>
        <Button look="secondary" onClick={close}>
          Not now
        </Button>
        <Button busy={withdraw.isPending} disabled={chosen.length === 0} onClick={() => withdraw.mutate()}>
          {CONFIRM}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** What stays bought, and why. */
function Exempt({ order, lines }: { order: Order; lines: readonly number[] }) {
  const others = new Set([...lines, ...withdrawnFrom(order)]);
  const exempt = [...order.items.keys()].filter((place) => !others.has(place));
  if (exempt.length === 0) return null;
  return (
    <div className={s.why}>
      <p>Made for you alone, these cannot be withdrawn from:</p>
      <ul>
        {exempt.map((place) => (
          <li key={place}>
            {pieceText(order, place)}: {order.items[place]!.customized ? 'made to order' : 'engraved'}
          </li>
        ))}
      </ul>
    </div>
  );
}

function afterwards(order: Order, chosen: readonly number[]): string {
  const { status, shipments, items } = order;
  const isAll = chosen.length + withdrawnFrom(order).length === items.length;
  return status === 'Processing' && !shipments && isAll
    ? 'Nothing of it was sent yet: the order is cancelled, and all that you paid goes back to you.'
    : 'The receipt says how to send back what has left us. What you paid goes back to you the way you paid.';
}

/** When withdrawals were received; one that was made here gets the focus. */
export function Withdrawals({ order, isAdmin }: { order: ShownOrder; isAdmin: boolean }) {
  const { withdrawals = [] } = order;
  const heading = useRef<HTMLHeadingElement>(null);
  const known = useRef(withdrawals.length);
  useEffect(() => {
    if (withdrawals.length > known.current) heading.current?.focus();
    known.current = withdrawals.length;
  }, [withdrawals.length]);
  if (withdrawals.length === 0) return null;
  return (
    <section className={s.card} aria-labelledby="order-withdrawals">
      <h2 id="order-withdrawals" ref={heading} tabIndex={-1}>
        Withdrawal from the contract
      </h2>
      <ul className={s.refunds}>
        {withdrawals.map(({ at, lines }) => (
          <li key={at}>
            <p>
              Received on <time dateTime={at}>{formatDateTime(at)}</time>
            </p>
            <p className={s.why}>{lines.map((place) => pieceText(order, place)).join(', ')}</p>
          </li>
        ))}
      </ul>
      {!isAdmin && <p className={s.paper}>The receipt, with what to do next, is in your mail.</p>}
    </section>
  );
}
