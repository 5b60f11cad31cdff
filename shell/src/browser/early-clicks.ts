declare global {
  interface Window {
    /** Filled by the boot script from the first byte on. */
    earlyClicks?: {
      /** Clicks on buttons that came before anything could answer. */
      clicks: { button: HTMLElement; event: Event }[];
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
  const isOfPart = ({ button }: { button: HTMLElement }) =>
    (button.closest<HTMLElement>('[data-part]')?.dataset['part'] ?? 'shell') === part;
  const meant = early.clicks.filter(isOfPart);
  early.clicks = early.clicks.filter((click) => !isOfPart(click));
  // React hydrates at once what is being clicked, and then handles that click itself.
  const missed = meant.filter(({ event }) => event !== window.event);
  // A second click on something that did not answer meant the same.
  for (const button of new Set(missed.map((click) => click.button))) button.click();
}
