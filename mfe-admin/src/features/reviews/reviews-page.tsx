import { catalog } from '@shop/contracts/browser';
import { applyProblem, call, Link, messageOf, toast, type Prefetch } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Dialog, DialogActions } from '@shop/ui/dialog.tsx';
import { Pagination } from '@shop/ui/pagination.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import filters from '../../components/filters.module.css';
import form from '../../components/form.module.css';
import { Failure, RowsSkeleton } from '../../components/load-states.tsx';
import { NoRows } from '../../components/no-rows.tsx';
import { pageIn, usePaging } from '../../components/paging.ts';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { countText } from '../../components/texts.ts';
import { REVIEWS_KEY, reviewsQuery, type StaffReview } from './api/reviews.ts';
import { ReviewsTable } from './reviews-table.tsx';

const PAGE_SIZE = 25;

export const prefetch: Prefetch = (queryClient, { url }) => {
  void queryClient.prefetchQuery(reviewsQuery({ page: pageIn(url.searchParams), limit: PAGE_SIZE }));
  return staffHead('Reviews');
};

/** What people say of pieces; one that does not belong in the shop is hidden, with a reason. */
export function ReviewsPage() {
  const { page, hrefOfPage } = usePaging();
  const [changing, setChanging] = useState<StaffReview>();
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...reviewsQuery({ page, limit: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  return (
    <StaffFrame title="Reviews">
      {data ? (
        <>
          <p className={filters.count} aria-live="polite">
            {countText(data.totalCount, 'review')}
          </p>
          {data.reviews.length > 0 ? (
            <ReviewsTable reviews={data.reviews} waiting={isPlaceholderData} onChange={setChanging} />
          ) : (
            <NoRows title="No reviews yet" page={page} hrefOfPage={hrefOfPage} />
          )}
          <Pagination page={page} pages={Math.ceil(data.totalCount / PAGE_SIZE)} hrefOf={hrefOfPage} link={Link} />
        </>
      ) : error ? (
        <Failure error={error} what="The reviews" onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton what="reviews" rows={6} />
      )}
      {changing && <VisibilityDialog review={changing} onClose={() => setChanging(undefined)} />}
    </StaffFrame>
  );
}

function VisibilityDialog({ review, onClose }: { review: StaffReview; onClose(): void }) {
  const queryClient = useQueryClient();
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { reason: '' } });
  const hidden = !review.hidden;
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ reason }: { reason: string }) =>
      call(catalog.hideReview, { params: { id: review._id }, body: { hidden, reason: reason.trim() } }),
    meta: { quiet: true },
  });
  const save = async (values: { reason: string }): Promise<void> => {
    try {
      await mutateAsync(values);
      onClose();
      toast.success(hidden ? 'The review is hidden' : 'The review is shown again');
      await queryClient.invalidateQueries({ queryKey: REVIEWS_KEY });
    } catch (error) {
      if (!applyProblem(error, setError as never, ['reason'])) toast.error(messageOf(error));
    }
  };
  return (
    <Dialog title={hidden ? 'Hide this review?' : 'Show this review again?'} onClose={onClose}>
      <form className={form.stack} onSubmit={handleSubmit(save)} noValidate>
        <p>
          {review.user.name} on {review.productName}. The rating is counted anew.
        </p>
        <TextArea
          label="Reason"
          hint="For the audit trail"
          maxLength={300}
          error={formState.errors.reason?.message}
          {...register('reason', { validate: (value) => value.trim() !== '' || 'Reason is required' })}
        />
        <DialogActions>
          <Button look="secondary" onClick={onClose}>
            Keep it as it is
          </Button>
          <Button type="submit" busy={isPending}>
            {hidden ? 'Hide' : 'Show'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
