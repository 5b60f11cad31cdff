import { askBeforeLeaving } from '@shop/mfe-kit/leaving.ts';
import { LEAVE_QUESTION } from '@shop/ui/dialog.tsx';
import { useEffect } from 'react';

/** Forms with changes that are not saved. */
let unsavedForms = 0;

/** For a button that takes a form away: asks, if something in a form is not saved. */
export const mayLeave = (): boolean => unsavedForms === 0 || window.confirm(LEAVE_QUESTION);

let stopAsking: (() => void) | undefined;

/** Asks before unsaved changes are lost, once, however many forms have some. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    unsavedForms += 1;
    if (unsavedForms === 1) stopAsking = askBeforeLeaving(LEAVE_QUESTION);
    return () => {
      unsavedForms -= 1;
      if (unsavedForms === 0) stopAsking?.();
    };
  }, [isUnsaved]);
}
