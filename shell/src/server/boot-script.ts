/**
 * The one script that a page names: it fetches the shell's scripts after `load`, when the page is painted, or at the first
 * sign of the visitor. Scripts that are preloaded with the page double the time to its largest picture on a slow phone.
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
  for (const sign of ['pointerdown', 'keydown', 'touchstart', 'pointermove']) {
    addEventListener(sign, start, { once: true, passive: true });
  }
  // A click on a button that is not alive yet is kept and done when it is; see early-clicks.ts.
  const early = (window.earlyClicks = { buttons: [], alive: new Set() });
  addEventListener('click', (event) => {
    const button = event.target.closest?.('button, [role=button]');
    if (!button || early.alive.has(button.closest('[data-part]')?.dataset.part ?? 'shell')) return;
    if (button.tagName === 'A') event.preventDefault();
    early.buttons.push(button);
  }, { capture: true });
})();
`;
