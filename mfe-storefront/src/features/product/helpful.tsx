import { accountIn, SessionContext, useAccount } from '@shop/mfe-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { helpfulQuery, markHelpful, showMarked } from './api/helpful.ts';
import type { Review } from './api/product.ts';
import s from './reviews.module.css';

/** How many people a review helped, and the control that says so or takes it back. Its author, and readers without scripts, only read. */
export function Helpful({ productId, review }: { productId: string; review: Review }) {
  const session = use(SessionContext)!;
  const { user, signIn } = useAccount();
  const queryClient = useQueryClient();
  const { data } = useQuery(helpfulQuery(productId, user?._id));
  const own = data?.helpful.find(({ reviewId }) => reviewId === review._id);
  const { mutate, isPending } = useMutation({
    mutationFn: markHelpful,
    onSuccess: ({ helpful }, mark) =>
      showMarked(queryClient, { ...mark, helpful, userId: accountIn(session.state.get()).user?._id }),
  });
  const press = async () => {
    if (isPending || !(await signIn())) return;
    mutate({ productId, reviewId: review._id, helped: !own });
  };
  const count = own?.helpful ?? review.helpful ?? 0;
  return (
    <p className={s.helpful}>
      {user?._id !== review.user._id && (
        <button
          type="button"
          aria-pressed={own !== undefined}
          aria-label={`The review by ${review.user.name} is helpful`}
          onClick={() => void press()}
        >
          Helpful
        </button>
      )}
      {count > 0 && <span>{count === 1 ? 'Helped one person' : `Helped ${count} people`}</span>}
    </p>
  );
}
