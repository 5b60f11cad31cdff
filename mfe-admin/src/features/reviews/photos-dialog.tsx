import { catalog } from '@shop/contracts/browser';
import { call, toast } from '@shop/mfe-kit';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { Picture } from '@shop/ui/picture.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { useContractForm } from '../../components/contract-form/use-contract-form.ts';
import { REVIEWS_KEY, type StaffReview } from './api/reviews.ts';
import s from './photos-dialog.module.css';

/** The pictures of a review: one is hidden, or shown again. */
export function PhotosDialog({ review, onClose }: { review: StaffReview; onClose(): void }) {
  const id = useId();
  const queryClient = useQueryClient();
  const photos = review.photosForStaff ?? [];
  const isHidden = (image: string) => photos.find((photo) => photo.image === image)?.hidden ?? false;
  const { register, watch, formState, formError, submit } = useContractForm({
    defaultValues: { image: photos[0]?.image ?? '', reason: '' },
    toRequest: ({ image, reason }: { image: string; reason: string }) => ({
      call: catalog.hideReviewPhoto,
      body: { image, hidden: !isHidden(image), reason: reason.trim() },
    }),
  });
  const hidden = !isHidden(watch('image'));
  const problem = formState.errors.image?.message;
  const onSubmit = submit(async ({ body }) => {
    await call(catalog.hideReviewPhoto, { params: { id: review._id }, body });
    onClose();
    toast.success(hidden ? 'The photograph is hidden' : 'The photograph is shown again');
    await queryClient.invalidateQueries({ queryKey: REVIEWS_KEY });
  });
  return (
    <FormDialog
      title={hidden ? 'Hide this photograph?' : 'Show this photograph again?'}
      save={hidden ? 'Hide' : 'Show'}
      cancel="Keep it as it is"
      busy={formState.isSubmitting}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <p>
        {review.user.name} on {review.productName}.
      </p>
      <div
        className={s.photos}
        role="radiogroup"
        aria-label="Photograph"
        aria-invalid={problem !== undefined}
        aria-describedby={problem && `${id}-problem`}
      >
        {photos.map((photo, i) => (
          <label key={photo.image} htmlFor={`${id}-${i}`}>
            <input id={`${id}-${i}`} type="radio" value={photo.image} {...register('image')} />
            <Picture src={photo.image} alt={`Photograph ${i + 1}`} sizes="10rem" />
            <small>{photo.hidden ? `Hidden: ${photo.hiddenReason}` : 'Shown'}</small>
          </label>
        ))}
      </div>
      {problem && <p id={`${id}-problem`}>{problem}</p>}
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
