import { content, holds, MEDIA_USE_PERMISSIONS, PERMISSION_SPECS, permissionsIn } from '@shop/contracts/browser';
import { call, toast, useSession } from '@shop/mfe-kit';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { MEDIA_KEY, paramsOf, type Medium, type MediumPlace } from '../../api/media.ts';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { useContractForm } from '../../components/contract-form/use-contract-form.ts';
import form from '../../components/form.module.css';
import { PictureField } from '../../components/picture-field.tsx';
import { UploadField } from '../../components/upload/upload-field.tsx';
import { countText } from '../../components/texts.ts';
import { nounOf } from './media-texts.ts';
import { isMovable, NamedUses } from './media-uses.tsx';
import s from './medium.module.css';

interface Props {
  medium: Medium;
  shown: MediumPlace[];
  onClose(): void;
}

/** Shows another file wherever this one is shown. */
export function ReplaceDialog({ medium, shown, onClose }: Props) {
  const queryClient = useQueryClient();
  const permissions = permissionsIn(useSession().user);
  const noun = nounOf(medium);
  const changing = shown.filter(({ use }) => isMovable(use));
  const staying = shown.length - changing.length;
  const missing = new Set(
    changing
      .map(({ use }) => MEDIA_USE_PERMISSIONS[use.kind])
      .filter((permission) => permission !== undefined && !holds(permissions, permission)),
  );
  const { control, formState, formError, submit } = useContractForm({
    defaultValues: { by: '' },
    toRequest: ({ by }: { by: string }) => ({ call: content.replaceMedium, body: { by } }),
    check: ({ by }) => ({
      by: by === '' ? `Choose a ${noun}` : by === medium.src ? `Choose another ${noun}` : undefined,
    }),
    failure: 'Not all could be changed. What was changed stays; do it again for the rest',
  });
  const {
    field: { ref, name, value, onChange },
  } = useController({ control, name: 'by' });
  const onSubmit = submit(async ({ body }) => {
    try {
      const { moved } = await call(content.replaceMedium, { params: paramsOf(medium), body });
      onClose();
      toast.success(`Replaced in ${countText(moved.length, 'place')}`);
    } finally {
      await queryClient.invalidateQueries({ queryKey: MEDIA_KEY });
    }
  });
  const error = formState.errors.by?.message;
  return (
    <FormDialog
      kind="drawer"
      title={`Replace this ${noun}`}
      save={`Replace in ${countText(changing.length, 'place')}`}
      busy={formState.isSubmitting}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {missing.size > 0 && (
        <p role="alert">
          Some of these places you may not change. It needs a role that may{' '}
          {[...missing].map((permission) => PERMISSION_SPECS[permission!].label).join(', and ')}.
        </p>
      )}
      {medium.kind === 'images' ? (
        <PictureField
          ref={ref}
          name={name}
          label="The picture in its place"
          value={value}
          error={error}
          {...(medium.width !== undefined && { sharpFrom: Math.min(medium.width, SHARP_ENOUGH) })}
          onChange={onChange}
        />
      ) : (
        <>
          <input type="hidden" name={name} value={value} />
          <UploadField
            ref={ref}
            kind="video"
            label="The clip in its place"
            error={error}
            onStored={({ src }) => onChange(src)}
          />
          {value !== '' && (
            <video
              className={s.preview}
              src={value}
              controls
              muted
              playsInline
              preload="metadata"
              aria-label="The clip in its place"
            />
          )}
        </>
      )}
      <p>It is shown instead of this one, with the text and the focal point that are there:</p>
      <NamedUses uses={changing.map(({ use }) => use)} more={Math.max(0, (medium.useCount ?? 0) - shown.length)} />
      {staying > 0 && (
        <p className={form.soft}>Orders and reviews of shoppers go on showing this one ({staying} of what shows it).</p>
      )}
      <p className={form.soft}>
        This {noun} stays in the library as one that nothing shows
        {medium.isKept || staying > 0 ? '' : ', and is deleted after a day'}. To undo it, replace the new one by this
        one.
      </p>
      <FormError message={formError} />
    </FormDialog>
  );
}

/** Width in pixels that is sharp in every place of the shop. */
const SHARP_ENOUGH = 1600;
