import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';

/**
 * Behaviour of a button with a menu: `frame` goes on the element around both. Closes on Escape (and focuses the button), when the
 * focus leaves, and on a click elsewhere. A leaving pointer closes the menu only if hovering opened it (`peek`): after a click it
 * stays open, even if the page moves away from under the pointer.
 */
export function useDisclosure() {
  const [state, setState] = useState<'closed' | 'peeked' | 'open'>('closed');
  const isOpen = state !== 'closed';
  const button = useRef<HTMLButtonElement>(null);
  const hasLeftWindow = useRef(false);
  const open = () => setState('open');
  const close = () => setState('closed');
  /** For `onFocus` of the button. The window that comes back focuses it again: that opens nothing. */
  const openOnFocus = () => {
    if (!hasLeftWindow.current) open();
  };
  const peek = () => setState((now) => (now === 'closed' ? 'peeked' : now));
  useEffect(() => {
    if (!isOpen) return;
    // Safari does not focus a clicked button, so `blur` is not enough.
    const closeIfElsewhere = ({ target }: PointerEvent) => {
      if (!button.current?.parentElement?.contains(target as Node)) close();
    };
    document.addEventListener('pointerdown', closeIfElsewhere);
    return () => document.removeEventListener('pointerdown', closeIfElsewhere);
  }, [isOpen]);
  const frame = {
    onPointerLeave: () => setState((now) => (now === 'peeked' ? 'closed' : now)),
    onFocus: () => {
      hasLeftWindow.current = false;
    },
    onBlur: (event: FocusEvent) => {
      hasLeftWindow.current = event.target === document.activeElement;
      // No `relatedTarget`: the window lost the focus, or the click was on something unfocusable in the menu (links in Safari).
      if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) close();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isOpen) return;
      button.current?.focus();
      close();
    },
  };
  return { isOpen, open, openOnFocus, peek, close, frame, button };
}
