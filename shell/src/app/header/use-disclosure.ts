import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';

/**
 * What a button with a menu below it does alike: `frame` goes on the element around both. Escape closes it and gives the
 * focus back to the button; so does leaving it by the focus or by a click elsewhere. The pointer's leaving closes only what
 * its coming opened (`peek`): who clicked sees the menu stay, also when the page below moves away from under the pointer.
 */
export function useDisclosure() {
  const [state, setState] = useState<'closed' | 'peeked' | 'open'>('closed');
  const isOpen = state !== 'closed';
  const button = useRef<HTMLButtonElement>(null);
  const open = () => setState('open');
  const close = () => setState('closed');
  const peek = () => setState((now) => (now === 'closed' ? 'peeked' : now));
  useEffect(() => {
    if (!isOpen) return;
    // Not every browser gives a clicked button the focus, which could then be lost.
    const closeIfElsewhere = ({ target }: PointerEvent) => {
      if (!button.current?.parentElement?.contains(target as Node)) close();
    };
    document.addEventListener('pointerdown', closeIfElsewhere);
    return () => document.removeEventListener('pointerdown', closeIfElsewhere);
  }, [isOpen]);
  const frame = {
    onPointerLeave: () => setState((now) => (now === 'peeked' ? 'closed' : now)),
    onBlur: (event: FocusEvent) => {
      // To nowhere: the window lost the focus, or the pointer is on something in the menu that takes none (in Safari, its links).
      if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) close();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isOpen) return;
      button.current?.focus();
      close();
    },
  };
  return { isOpen, open, peek, close, frame, button };
}
