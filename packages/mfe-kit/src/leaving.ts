import { isPlainClick } from './plain-click.ts';

/** Asks before the page is left: by a link, by Back or Forward, by a reload, by closing the tab. Returns a function that stops it. */
export function askBeforeLeaving(question: string): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
  // In the capture phase: before the handlers of the links.
  window.addEventListener(
    'click',
    (event) => {
      if (!leadsAway(event) || window.confirm(question)) return;
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
      if (!window.confirm(question)) event.preventDefault();
    },
    { signal },
  );
  return () => controller.abort();
}

/** To another page of the shop in this tab; leaving the shop fires `beforeunload`. */
function leadsAway(event: MouseEvent): boolean {
  const link = (event.target as Element).closest('a');
  return link?.origin === window.location.origin && isPlainClick(event, link);
}
