import { useLocation } from '@shop/mfe-kit';
import { useAfterChange } from '@shop/ui/use-after-change.ts';
import { type RefObject, useEffect, useState } from 'react';

/** A pointer that passes by opens nothing, and one that takes the short way to the panel closes nothing. */
const OPEN_AFTER_MS = 150;
const CLOSE_AFTER_MS = 300;

/** Closes the panel that is open: there is one at a time. */
let closeOpen: (() => void) | undefined;

/**
 * Opens the panel of an entry of the menu when a mouse stays on the entry, by its button, and by a tap on the entry, whose second tap
 * follows the link. Escape closes it, as does what leads away from it.
 * @param panel its parent is the entry, whose first child is a link or a button
 * @param toggle the button beside a link
 * @param clicked the entry that was pressed before this was loaded
 */
export function usePanel(
  panel: RefObject<HTMLElement | null>,
  toggle: RefObject<HTMLElement | null>,
  clicked: Element | undefined,
): { isOpen: boolean; isButton: boolean } {
  const [isOpen, setOpen] = useState(false);
  /** The entry is a button itself, and not a link. */
  const [isButton, setIsButton] = useState(false);

  useEffect(() => {
    const entry = panel.current!.parentElement!;
    const top = entry.firstElementChild!;
    setIsButton(top.tagName === 'BUTTON');
    return listenOn(entry, { top, toggle, isClicked: clicked === entry, onChange: setOpen });
  }, [panel, toggle, clicked]);

  const { pathname, search } = useLocation();
  useAfterChange(pathname + search, () => closeOpen?.());

  return { isOpen, isButton };
}

interface Listening {
  /** Link or button of the entry. */
  top: Element;
  toggle: RefObject<HTMLElement | null>;
  isClicked: boolean;
  onChange(isOpen: boolean): void;
}

/** Returns what ends it. */
function listenOn(entry: Element, { top, toggle, isClicked, onChange }: Listening): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** By hovering: the pointer that leaves closes it. */
  let isPeeked = false;
  let isOpen = false;
  const set = (next: boolean, byHover = false) => {
    clearTimeout(timer);
    isPeeked = next && byHover;
    if (next === isOpen) return;
    isOpen = next;
    if (next) {
      closeOpen?.();
      closeOpen = close;
    } else if (closeOpen === close) closeOpen = undefined;
    onChange(next);
  };
  const close = () => set(false);
  const listen = <E extends Event>(
    target: EventTarget,
    type: string,
    handler: (event: E) => void,
    options: AddEventListenerOptions = {},
  ) => target.addEventListener(type, handler as EventListener, { signal, ...options });

  listen<PointerEvent>(entry, 'pointerenter', ({ pointerType }) => {
    clearTimeout(timer);
    if (pointerType === 'mouse' && !isOpen) timer = setTimeout(() => set(true, true), OPEN_AFTER_MS);
  });
  listen<PointerEvent>(entry, 'pointerleave', () => {
    clearTimeout(timer);
    if (isPeeked) timer = setTimeout(close, CLOSE_AFTER_MS);
  });
  listen<FocusEvent>(entry, 'focusout', ({ relatedTarget }) => {
    if (relatedTarget && !entry.contains(relatedTarget as Node)) close();
  });
  listen<KeyboardEvent>(entry, 'keydown', ({ key }) => {
    if (key !== 'Escape' || !isOpen) return;
    (toggle.current ?? (top as HTMLElement)).focus();
    close();
  });
  listen<KeyboardEvent>(document, 'keydown', ({ key }) => {
    if (key === 'Escape' && isPeeked) close();
  });
  listen<PointerEvent>(document, 'pointerdown', ({ target }) => {
    if (!entry.contains(target as Node)) close();
  });
  // Before the link's own handler.
  listen<PointerEvent>(
    entry,
    'click',
    (event) => {
      const target = event.target as Element;
      if (toggle.current?.contains(target) || (top.tagName === 'BUTTON' && top.contains(target))) {
        // What a hover has opened stays.
        set(!isOpen || isPeeked);
      } else if (top.contains(target) && event.pointerType === 'touch' && !isOpen) {
        event.preventDefault();
        event.stopPropagation();
        set(true);
      } else if (target.closest('a')) close();
    },
    { capture: true },
  );
  if (isClicked && top.tagName === 'BUTTON') set(true);
  else if (entry.matches(':hover')) set(true, true);
  return () => {
    clearTimeout(timer);
    listening.abort();
    if (closeOpen === close) closeOpen = undefined;
  };
}
