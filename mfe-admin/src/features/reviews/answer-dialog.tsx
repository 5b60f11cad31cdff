import { catalog } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { MergeNotice } from '../../components/document-form/merge-notice.tsx';
import { useDocumentForm } from '../../components/document-form/use-document-form.ts';
import { REVIEWS_KEY, type StaffReview } from './api/reviews.ts';

/** What the shop says under a review, for everybody to read. */
export function AnswerDialog({ review, onClose }: { review: StaffReview; onClose(): void }) {
  const queryClient = useQueryClient();
  const { register, formState, formError, onSubmit, merge } = useDocumentForm({
    document: review,
    valuesOf: (read) => ({ text: read?.answer?.text ?? '' }),
    toRequest: ({ text }: { text: string }) => ({ call: catalog.answerReview, body: { text: text.trim() } }),
    save: async ({ body }, _values, version) =>
      (await call(catalog.answerReview, { params: { id: review._id }, body, version })).review,
    fieldOf: (path) => (path === 'answer' ? 'text' : path),
    onSaved: (_saved, { text }) => {
      void queryClient.invalidateQueries({ queryKey: REVIEWS_KEY });
      return text.trim() ? 'The answer is shown under the review' : 'The answer is removed';
    },
    onDone: onClose,
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
      <MergeNotice merge={merge} />
      <FormError message={formError} />
    </FormDialog>
  );
}
