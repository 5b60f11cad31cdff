import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { useEffect, useId, useRef } from 'react';
import s from './merge-notice.module.css';
import type { ShownMerge } from './use-document-form.ts';

/** What others saved while a form was open: what was merged, and for each field that both changed the choice between two values. */
export function MergeNotice({ merge: { told, conflicts, isAsked, choose } }: { merge: ShownMerge }) {
  const notice = useRef<HTMLDivElement>(null);
  const id = useId();
  const fields = conflicts.map(({ field }) => field).join();
  // The form was not saved: what stands in the way is read out and seen.
  useEffect(() => {
    if (fields === '' && !isAsked) return;
    notice.current?.focus();
    notice.current?.scrollIntoView?.({ block: 'nearest' });
  }, [fields, isAsked]);
  if (told.length === 0 && conflicts.length === 0) return null;
  return (
    <div ref={notice} className={s.notice} role="group" aria-label="Saved by others" tabIndex={-1}>
      {told.map((news) => (
        <p key={news}>{news}.</p>
      ))}
      {conflicts.length > 0 && (
        <>
          <p>
            <strong>Not saved yet: somebody else changed the same.</strong> Choose what stays, then save again.
          </p>
          {conflicts.map(({ field, label, by, mine, theirs, mineText, theirsText, chosen }) => (
            <fieldset key={field} className={s.conflict}>
              <legend>{label}</legend>
              {(['mine', 'theirs'] as const).map((side) => (
                <label key={side} className={s.side}>
                  <input
                    type="radio"
                    name={`${id} ${field}`}
                    checked={chosen === side}
                    onChange={() => choose(field, side)}
                  />
                  <span>
                    {side === 'mine' ? 'Yours' : by}:{' '}
                    <Value value={side === 'mine' ? mine : theirs} text={side === 'mine' ? mineText : theirsText} />
                  </span>
                </label>
              ))}
            </fieldset>
          ))}
        </>
      )}
      {isAsked && (
        <p role="alert" className={s.asked}>
          Choose one of the two values of every field first
        </p>
      )}
    </div>
  );
}

const isPicture = (value: unknown): value is string => typeof value === 'string' && value.startsWith('/api/v1/images/');

/** Pictures are shown in their order: their addresses say nothing to people. */
function Value({ value, text }: { value: unknown; text: string }) {
  const pictures = (Array.isArray(value) ? value : [value]).filter(isPicture);
  if (pictures.length === 0) return <span className={s.value}>{text}</span>;
  return (
    <span className={s.value}>
      {pictures.length === 1 ? 'one picture' : `${pictures.length} pictures`}{' '}
      {pictures.map((src) => (
        <Thumbnail key={src} src={src} size={48} />
      ))}
    </span>
  );
}
