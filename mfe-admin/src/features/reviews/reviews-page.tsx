import { catalog, type AnswerOf, type QueryOf } from '@shop/contracts/browser';
import { call, toast, type Prefetch } from '@shop/mfe-kit';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useMay } from '../../components/may.tsx';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { useContractForm } from '../../components/contract-form/use-contract-form.ts';
import { ListScreen } from '../../components/list/list-screen.tsx';
import type { List } from '../../components/list/list.ts';
import { prefetchList } from '../../components/list/prefetch-list.ts';
import { REVIEWS_KEY, reviewsQuery, type StaffReview } from './api/reviews.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { PhotosDialog } from './photos-dialog.tsx';
import { reviewColumns, type Change } from './review-columns.tsx';

const STARS = ['1', '2', '3', '4', '5'].map((stars) => [stars, stars === '1' ? '1 star' : `${stars} stars`] as const);

const LIST: List<StaffReview, QueryOf<typeof catalog.listAllReviews>, AnswerOf<typeof catalog.listAllReviews>> = {
  name: 'reviews',
  path: '/admin/reviews',
  what: 'reviews',
  title: 'Reviews',
  counted: ['review'],
  filters: [
    { name: 'stars', label: 'Stars', options: STARS },
    { name: 'group', label: 'Group' },
  ],
  tabsLabel: 'Reviews by whether they are shown',
  tabs: [
    { name: 'All', set: { hidden: undefined } },
    { name: 'Hidden', set: { hidden: 'yes' } },
  ],
  filterOf(search) {
    const stars = STARS.find(([value]) => value === search.get('stars'))?.[0];
    const group = /^[A-Z]{2}-\d{3,6}$/.exec(search.get('group') ?? '')?.[0];
    return {
      ...(search.get('hidden') === 'yes' && { hidden: 'yes' as const }),
      ...(stars && { stars: Number(stars) }),
      ...(group && { group }),
    };
  },
  query: reviewsQuery,
  rowsOf: ({ reviews }) => reviews,
  idOf: ({ _id }) => _id,
  nameOf: ({ user, productName }) => `the review of ${user.name} on ${productName}`,
  hrefOf: ({ productGroup, productId }) => `/product/group/${productGroup}?variant=${productId}`,
  empty: { title: 'No reviews yet', help: 'Who bought a piece, or is signed in, writes them on its page.' },
  none: 'No such review',
};

export const prefetch: Prefetch = (queryClient, { url }) => prefetchList(queryClient, LIST, url.searchParams);

/** Reviews of all products; staff hide one, or a picture of it, with a reason, and answer for the shop. */
export function ReviewsPage() {
  const [changing, setChanging] = useState<{ how: Change; review: StaffReview }>();
  const ChangeDialog = changing && DIALOGS[changing.how];
  const mayChange = useMay()('reviews.moderate');
  const columns = useMemo(
    () =>
      reviewColumns((how, review) => setChanging({ how, review })).filter(({ id }) => mayChange || id !== 'actions'),
    [mayChange],
  );
  return (
    <>
      <ListScreen list={LIST} columns={columns} />
      {ChangeDialog && <ChangeDialog review={changing!.review} onClose={() => setChanging(undefined)} />}
    </>
  );
}

function VisibilityDialog({ review, onClose }: { review: StaffReview; onClose(): void }) {
  const queryClient = useQueryClient();
  const hidden = !review.hidden;
  const { register, formState, formError, submit } = useContractForm({
    defaultValues: { reason: '' },
    toRequest: ({ reason }: { reason: string }) => ({
      call: catalog.hideReview,
      body: { hidden, reason: reason.trim() },
    }),
  });
  const onSubmit = submit(async ({ body }) => {
    await call(catalog.hideReview, { params: { id: review._id }, body });
    onClose();
    toast.success(hidden ? 'The review is hidden' : 'The review is shown again');
    await queryClient.invalidateQueries({ queryKey: REVIEWS_KEY });
  });
  return (
    <FormDialog
      title={hidden ? 'Hide this review?' : 'Show this review again?'}
      save={hidden ? 'Hide' : 'Show'}
      cancel="Keep it as it is"
      busy={formState.isSubmitting}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <p>
        {review.user.name} on {review.productName}. The rating is recalculated.
      </p>
      <TextArea
        label="Reason"
        hint="For the audit trail"
        error={formState.errors.reason?.message}
        {...register('reason')}
      />
      <FormError message={formError} />
    </FormDialog>
  );
}

const DIALOGS = { visibility: VisibilityDialog, answer: AnswerDialog, photos: PhotosDialog };
