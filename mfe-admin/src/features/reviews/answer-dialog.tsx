import { catalog } from '@shop/contracts/browser';
import { call, toast } from '@shop/mfe-kit';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { useContractForm } from '../../components/contract-form/use-contract-form.ts';
import { REVIEWS_KEY, type StaffReview } from './api/reviews.ts';

/** What the shop says under a review, for everybody to read. */
export function AnswerDialog({ review, onClose }: { review: StaffReview; onClose(): void }) {
  const queryClient = useQueryClient();
  const { register, formState, formError, submit } = useContractForm({
    defaultValues: { text: review.answer?.text ?? '' },
    toRequest: ({ text }: { text: string }) => ({ call: catalog.answerReview, body: { text: text.trim() } }),
  });
  const onSubmit = submit(async ({ body }) => {
    await call(catalog.answerReview, { params: { id: review._id }, body });
    onClose();
    toast.success(body.text ? 'The answer is shown under the review' : 'The answer is removed');
    await queryClient.invalidateQueries({ queryKey: REVIEWS_KEY });
  });
  return (
    <FormDialog
      title={review.answer ? 'Change the answer' : 'Answer this review'}
      save="Save"
      busy={formState.isSubmitting}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <p>
        {review.user.name} on {review.productName}: {review.review || 'no words'}
      </p>
      <TextArea
        label="Answer of the shop"
        hint="Everybody reads it under the review. Empty, it is removed."
        error={formState.errors.text?.message}
        {...register('text')}
      />
      <FormError message={formError} />
    </FormDialog>
  );
}
