import { isPlainClick } from '@shop/mfe-kit/plain-click.ts';
import { LEAVE_QUESTION } from '@shop/ui/dialog.tsx';
import { useEffect } from 'react';

/** Forms with changes that are not saved. */
let unsavedForms = 0;

/** For a button that takes a form away: asks, if something in a form is not saved. */
export const mayLeave = (): boolean => unsavedForms === 0 || window.confirm(LEAVE_QUESTION);

/** Those of the window, while something in a form is not saved. */
let listening: AbortController | undefined;

/** Asks before unsaved changes are lost: by a link, by Back or Forward, by a reload, by closing the tab; once, however many forms have some. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    unsavedForms += 1;
    if (unsavedForms === 1) listening = listen();
    return () => {
      unsavedForms -= 1;
      if (unsavedForms === 0) listening?.abort();
    };
  }, [isUnsaved]);
}

function listen(): AbortController {
  const controller = new AbortController();
  const { signal } = controller;
  window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
  // In the capture phase: before the handlers of the links.
  window.addEventListener(
    'click',
    (event) => {
      if (!leadsAway(event) || window.confirm(LEAVE_QUESTION)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true, signal },
  );
  // Without the Navigation API, Back cannot be cancelled.
  (window as { navigation?: Navigation }).navigation?.addEventListener(
    'navigate',
    (event) => {
      if (event.navigationType !== 'traverse' || !event.cancelable || event.hashChange) return;
      if (!window.confirm(LEAVE_QUESTION)) event.preventDefault();
    },
    { signal },
  );
  return controller;
}

/** To another page of the shop in this tab; leaving the shop fires `beforeunload`. */
function leadsAway(event: MouseEvent): boolean {
  const link = (event.target as Element).closest('a');
  return link?.origin === window.location.origin && isPlainClick(event, link);
}
