import { content } from '@shop/contracts/browser';
import { call, toast } from '@shop/mfe-kit';
import { Button, buttonClass } from '@shop/ui/button.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MEDIA_KEY, mediumQuery, paramsOf, pathOfMedium, type Medium, type MediumPlace } from '../../api/media.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import form from '../../components/form.module.css';
import { May } from '../../components/may.tsx';
import { countText } from '../../components/texts.ts';
import { useLeadOn } from '../../components/use-lead-on.ts';
import { nounOf } from './media-texts.ts';
import { isMovable } from './media-uses.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';

/** Downloads, replaces and deletes a picture or clip, and says why it cannot be deleted. */
export function MediumActions({ medium, shown }: { medium: Medium; shown: MediumPlace[] | undefined }) {
  const leadOn = useLeadOn();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<'replace' | 'delete'>();
  const noun = nounOf(medium);
  const isFree = shown?.length === 0;
  const remove = async () => {
    try {
      await call(content.removeMedium, { params: paramsOf(medium) });
    } catch (error) {
      await queryClient.invalidateQueries({ queryKey: MEDIA_KEY });
      throw error;
    }
    await leadOn('/admin/media');
    toast.success('Deleted');
    queryClient.removeQueries({ queryKey: mediumQuery(paramsOf(medium)).queryKey });
    await queryClient.invalidateQueries({ queryKey: MEDIA_KEY });
  };
  return (
    <>
      <div className={form.buttons}>
        <a className={buttonClass('secondary')} href={`/api/v1${pathOfMedium(medium)}/original`} download={medium.name}>
          Download
        </a>
        <May permission="media.upload">
          {shown?.some(({ use }) => isMovable(use)) && (
            <Button look="secondary" onClick={() => setOpen('replace')}>
              Replace
            </Button>
          )}
          {isFree && medium.source !== 'demo' && (
            <Button look="secondary" onClick={() => setOpen('delete')}>
              Delete
            </Button>
          )}
        </May>
      </div>
      <May permission="media.upload">
        {medium.source === 'demo' ? (
          <p className={form.soft}>It belongs to the demo shop, and cannot be deleted.</p>
        ) : (
          shown &&
          !isFree && (
            <p className={form.soft}>
              It can be deleted when nothing shows it: {countText(shown.length, 'place')} would be without{' '}
              {noun === 'clip' ? 'their clip' : 'their picture'}.
            </p>
          )
        )}
      </May>
      {open === 'replace' && <ReplaceDialog medium={medium} shown={shown!} onClose={() => setOpen(undefined)} />}
      {open === 'delete' && (
        <ConfirmDialog
          title={`Delete this ${noun}?`}
          confirm="Delete"
          action={remove}
          onClose={() => setOpen(undefined)}
        >
          <p>
            Nothing shows it. In a form in which somebody has chosen it and not saved yet, it will be missing. This
            cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
