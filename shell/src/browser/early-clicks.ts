declare global {
  interface Window {
    /** Filled by the boot script from the first byte on. */
    earlyClicks?: {
      /** Buttons that were clicked before anything could answer. */
      buttons: HTMLElement[];
      /** Parts that answer themselves now; `shell` stands for everything outside of them. */
      alive: Set<string>;
    };
  }
}

/** Does what visitors clicked in a part before its code was there. */
export function answerEarlyClicks(part: string): void {
  const early = window.earlyClicks;
  if (!early || early.alive.has(part)) return;
  early.alive.add(part);
  const isOfPart = (button: HTMLElement) =>
    (button.closest<HTMLElement>('[data-part]')?.dataset['part'] ?? 'shell') === part;
  const meant = early.buttons.filter(isOfPart);
  early.buttons = early.buttons.filter((button) => !isOfPart(button));
  // React hydrates at once what is being clicked, and then handles that click itself.
  const clickedNow = window.event?.type === 'click' ? (window.event.target as Element) : null;
  // A second click on something that did not answer meant the same.
  for (const button of new Set(meant)) if (!button.contains(clickedNow)) button.click();
}
