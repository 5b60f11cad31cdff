import { useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';

/**
 * What a button with a menu below it does alike: `frame` goes on the element around both. It closes when the pointer or the
 * focus leaves, and on Escape, which gives the focus back to the button.
 */
export function useDisclosure() {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const open = () => setOpen(true);
  const close = () => setOpen(false);
  const frame = {
    onPointerLeave: close,
    onBlur: (event: FocusEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget)) close();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      button.current?.focus();
      close();
    },
  };
  return { isOpen, open, close, frame, button };
}
