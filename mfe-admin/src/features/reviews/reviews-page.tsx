import { catalog } from '@shop/contracts/browser';
import { call, toast, type Prefetch } from '@shop/mfe-kit';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { useContractForm } from '../../components/contract-form/use-contract-form.ts';
import { PagedList } from '../../components/paged-list.tsx';
import { pageIn, usePaging } from '../../components/paging.ts';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { REVIEWS_KEY, reviewsQuery, type StaffReview } from './api/reviews.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { PhotosDialog } from './photos-dialog.tsx';
import { ReviewsTable } from './reviews-table.tsx';

const PAGE_SIZE = 25;

export const prefetch: Prefetch = (queryClient, { url }) => {
  void queryClient.prefetchQuery(reviewsQuery({ page: pageIn(url.searchParams), limit: PAGE_SIZE }));
  return staffHead('Reviews');
};

/** Reviews of all products; staff hide one, or a picture of it, with a reason, and answer for the shop. */
export function ReviewsPage() {
  const { page, hrefOfPage } = usePaging();
  const [changing, setChanging] = useState<{ how: 'visibility' | 'answer' | 'photos'; review: StaffReview }>();
  const ChangeDialog = changing && DIALOGS[changing.how];
  const query = useQuery({
    ...reviewsQuery({ page, limit: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  return (
    <StaffFrame title="Reviews">
      <PagedList
        query={query}
        rowsOf={({ reviews }) => reviews}
        what="reviews"
        counted={['review']}
        none="No reviews yet"
        pageSize={PAGE_SIZE}
        page={page}
        hrefOfPage={hrefOfPage}
      >
        {(reviews, waiting) => (
          <ReviewsTable reviews={reviews} waiting={waiting} onChange={(how, review) => setChanging({ how, review })} />
        )}
      </PagedList>
      {ChangeDialog && <ChangeDialog review={changing!.review} onClose={() => setChanging(undefined)} />}
    </StaffFrame>
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
