import { cartOrder } from '@shop/contracts/browser';
import { ApiError, call, messageOf, toast, useNavigate } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cartQuery } from '../../api/cart.ts';
import { checkoutQuery, otherCheckoutOf, type Quote } from './api.ts';
import { type Change, changesOf } from './changes.tsx';
import type { Frozen, Problems } from './choice.ts';
import { storeUnfinished } from './unfinished.ts';

const freezingOnce = createIntent();

interface Handlers {
  userId: string;
  /** Called when the checkout is frozen and to be paid immediately. */
  onFrozen(id: string): void;
  onChanges(changes: Change[]): void;
  /** @returns whether they could be shown. */
  onProblems(problems: Problems): boolean;
  /** Quotes again. */
  refetch(): Promise<unknown>;
}

interface Freezing {
  isFreezing: boolean;
  /** Another checkout of these pieces, which is being paid. */
  busyWith: string | undefined;
  /** When the buyer has decided about it. */
  forgetBusy(): void;
  /** Starts the checkout and goes to its payment; what is in the way is shown. */
  freeze(body: Frozen, quote: Quote): Promise<void>;
}

/** The step from the draft to a checkout with frozen totals. */
export function useFreezing({ userId, onFrozen, onChanges, onProblems, refetch }: Handlers): Freezing {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [busyWith, setBusyWith] = useState<string>();
  const [isFreezing, setFreezing] = useState(false);

  const refused = async (failure: unknown, quote: Quote) => {
    const changes = changesOf(failure);
    const other = otherCheckoutOf(failure);
    if (changes) {
      onChanges(changes);
      void queryClient.invalidateQueries(cartQuery);
      void refetch();
    } else if (other) setBusyWith(other);
    else {
      const problems = problemsIn(failure);
      // Another order of the buyer made the day's sum too high: the quote knows it now.
      if (problems.pan && !quote.panNeeded) await refetch();
      if (!onProblems(problems)) toast.error(messageOf(failure, 'Unable to start payment'));
    }
  };

  return {
    isFreezing,
    busyWith,
    forgetBusy: () => setBusyWith(undefined),
    freeze: async (body, quote) => {
      setFreezing(true);
      onChanges([]);
      try {
        const answer = await freezingOnce(body, (idempotencyKey) =>
          call(cartOrder.startCheckout, { body, idempotencyKey }),
        );
        const { _id: id, totals, currency } = answer.checkout;
        queryClient.setQueryData(checkoutQuery(id).queryKey, answer);
        storeUnfinished({ id, userId, from: body.buyNow ? '/checkout?buynow=true' : '/checkout' });
        if (totals.total === quote.totals.total && currency === quote.currency) onFrozen(id);
        else toast.info('The total has changed. Please have another look before you pay');
        void navigate(`/checkout?checkout=${id}`, { replace: true });
      } catch (failure) {
        await refused(failure, quote);
        setFreezing(false);
      }
    },
  };
}

/** What the service says of business and PAN. */
function problemsIn(error: unknown): Problems {
  const errors = error instanceof ApiError ? (error.problem.errors ?? {}) : {};
  const { 'business.name': name, 'business.gstin': gstin, pan } = errors;
  return { ...(name && { name }), ...(gstin && { gstin }), ...(pan && { pan }) };
}
