import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Where a key is written, or belongs to a dialog. */
const WRITTEN_IN = 'input:not([type="checkbox"]), textarea, select, [contenteditable], dialog';

/**
 * A bare key anywhere on the screen, where nothing is being written: `/` goes to the search field, `?` asks for the keys, `j` and
 * `k` go to the rows.
 */
export function useBareKeys({
  off,
  searchField,
  onAsked,
}: {
  off: boolean;
  searchField: RefObject<HTMLInputElement | null>;
  onAsked(): void;
}): void {
  const ask = useEffectEvent(onAsked);
  useEffect(() => {
    if (off) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target.closest(WRITTEN_IN) || document.querySelector('dialog[open]')) return;
      if (event.key === '/' && searchField.current) searchField.current.focus();
      else if (event.key === '?') ask();
      else if ((event.key === 'j' || event.key === 'k') && !target.closest('tbody')) {
        document.querySelector<HTMLElement>('tbody tr[tabindex="0"]')?.focus();
      } else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [off, searchField]);
}
