import { useLayoutEffect } from 'react';

declare global {
  interface Window {
    /** Filled by the boot script. */
    earlyClicks?: {
      /** Buttons that were clicked before hydration. */
      buttons: HTMLElement[];
      /** Hydrated parts; `shell` is everything outside of parts. */
      alive: Set<string>;
    };
  }
}

/** Replays clicks in a part that happened before it was hydrated. */
export function replayEarlyClicks(part: string): void {
  const early = window.earlyClicks;
  if (!early || early.alive.has(part)) return;
  early.alive.add(part);
  const isOfPart = (button: HTMLElement) =>
    (button.closest<HTMLElement>('[data-part]')?.dataset['part'] ?? 'shell') === part;
  const clicked = early.buttons.filter(isOfPart);
  early.buttons = early.buttons.filter((button) => !isOfPart(button));
  // A click can trigger this hydration; React then handles that click itself.
  const clickedNow = window.event?.type === 'click' ? (window.event.target as Element) : null;
  // Repeated clicks on the same button are replayed once.
  for (const button of new Set(clicked)) if (!button.contains(clickedNow)) button.click();
}

/** Calls `replayEarlyClicks` when the part that renders this is hydrated. */
export function useEarlyClicks(part: string): void {
  // An effect would leave a gap in which React answers a click that is replayed as well.
  useLayoutEffect(() => replayEarlyClicks(part), [part]);
}
