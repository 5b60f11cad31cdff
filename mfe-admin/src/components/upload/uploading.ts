import { toast } from '@shop/mfe-kit';

/** Name of a hidden field in a form while a file of it is on its way: `FormDialog` asks before it is lost, as of all that is written. */
export const UPLOADING = 'uploading';

const waiting = new WeakSet<HTMLFormElement>();

/** The files of a form that did not fail. */
const goodOf = (form: HTMLFormElement): number => form.querySelectorAll('[data-upload]:not([data-wrong])').length;

/**
 * Whether a form that is to be saved waits for a file, which is told: saved now, it would be without it. It is submitted again as soon as all its
 * files are there; not where one failed or was cancelled, which people see first.
 */
export function waitsForUploads(form: HTMLFormElement | undefined): boolean {
  if (!form?.elements.namedItem(UPLOADING)) return false;
  if (waiting.has(form)) return true;
  waiting.add(form);
  toast.info('A file is still on its way. It is saved as soon as the file is there');
  const before = goodOf(form);
  const observer = new MutationObserver(() => {
    if (form.isConnected && form.elements.namedItem(UPLOADING)) return;
    observer.disconnect();
    waiting.delete(form);
    if (form.isConnected && goodOf(form) >= before) form.requestSubmit();
  });
  observer.observe(form, { childList: true, subtree: true });
  return true;
}
