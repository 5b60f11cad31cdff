/**
 * The only script of a page: loads the shell's script after `load`, when the page is painted, or at the first interaction.
 * Preloading that script would double the largest contentful paint on a slow phone.
 */
export const bootScript = `(() => {
  const own = document.currentScript;
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    const script = document.createElement('script');
    script.src = own.dataset.src;
    script.integrity = own.dataset.integrity;
    script.crossOrigin = 'anonymous';
    document.head.append(script);
  };
  const afterPaint = () => requestAnimationFrame(() => setTimeout(start));
  if (document.readyState === 'complete') afterPaint();
  else addEventListener('load', afterPaint, { once: true });
  for (const type of ['pointerdown', 'keydown', 'touchstart', 'pointermove']) {
    addEventListener(type, start, { once: true, passive: true });
  }
  // Clicks on buttons that are not hydrated yet are replayed after hydration; see early-clicks.ts.
  const early = (window.earlyClicks = { buttons: [], alive: new Set() });
  addEventListener('click', (event) => {
    const button = event.target.closest?.('button, [role=button]');
    if (!button || early.alive.has(button.closest('[data-part]')?.dataset.part ?? 'shell')) return;
    if (button.tagName === 'A') event.preventDefault();
    early.buttons.push(button);
  }, { capture: true });
})();
`;
