import { content } from '@shop/contracts/browser';
import { call, Link, toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MEDIA_KEY, paramsOf, pathOfMedium, type Medium } from '../../api/media.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import form from '../../components/form.module.css';
import { May } from '../../components/may.tsx';
import { countText } from '../../components/texts.ts';
import { nounOf } from './media-texts.ts';
import { MediaUses, NamedUses } from './media-uses.tsx';
import s from './medium.module.css';

/** Others of the same content; one of them is enough. */
export function MediumDoubles({ medium, same }: { medium: Medium; same: Medium[] }) {
  const queryClient = useQueryClient();
  const [isKeeping, setKeeping] = useState(false);
  const noun = nounOf(medium);
  const isKnown = same.every(({ uses }) => uses);
  const uses = same.flatMap((one) => one.uses ?? []);
  const count = same.reduce((sum, { useCount = 0 }) => sum + useCount, 0);
  const keep = async () => {
    try {
      const { moved } = await call(content.keepOneMedium, {
        params: paramsOf(medium),
        body: { others: same.map(({ src }) => src) },
      });
      toast.success(moved.length === 0 ? 'Kept' : `Kept: ${countText(moved.length, 'place')} changed`);
    } finally {
      await queryClient.invalidateQueries({ queryKey: MEDIA_KEY });
    }
  };
  return (
    <>
      <p>
        {same.length === 1 ? 'Another one has' : `${same.length} others have`} the same content. One of them is enough.
      </p>
      <ul className={s.doubles}>
        {same.map((other) => (
          <li key={other.src}>
            {noun === 'picture' && <Thumbnail src={other.src} size={56} />}
            <div>
              <Link to={pathOfMedium(other)} className={form.cellLink}>
                {other.name}
              </Link>
              <MediaUses uses={other.uses} />
            </div>
          </li>
        ))}
      </ul>
      <May permission="media.upload">
        <div className={form.buttons}>
          <Button look="secondary" disabled={!isKnown} onClick={() => setKeeping(true)}>
            Keep this one
          </Button>
          {!isKnown && <p className={form.soft}>Not while it is not known what shows the others.</p>}
        </div>
      </May>
      {isKeeping && (
        <ConfirmDialog
          title={`Keep only this ${noun}?`}
          confirm="Keep this one"
          action={keep}
          failure="Not all could be changed. What was changed stays; do it again for the rest"
          onClose={() => setKeeping(false)}
        >
          {count > 0 ? (
            <>
              <p>What shows the {same.length === 1 ? 'other one' : 'others'} shows this one then:</p>
              <NamedUses uses={uses} more={count - uses.length} />
            </>
          ) : (
            <p>Nothing shows the {same.length === 1 ? 'other one' : 'others'}.</p>
          )}
          <p>
            {same.length === 1 ? 'It leaves' : 'They leave'} the library, and{' '}
            {same.length === 1 ? 'is deleted' : 'are deleted'} when nothing has shown{' '}
            {same.length === 1 ? 'it' : 'them'} for a day. This cannot be undone; the shop looks as before.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
