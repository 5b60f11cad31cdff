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
  // What is clicked, chosen and typed before hydration is replayed after it; see early-input.ts.
  const areaOf = (element) => {
    const area = element.closest('[data-late], [data-part]')?.dataset;
    return area?.late ?? area?.part ?? 'shell';
  };
  const early = (window.earlyInput = { buttons: [], fields: new Map(), alive: new Set(), areaOf });
  addEventListener('click', (event) => {
    const button = event.target.closest?.('button, [role=button]');
    if (!button || early.alive.has(areaOf(button))) return;
    if (button.tagName === 'A') event.preventDefault();
    early.buttons.push(button);
  }, { capture: true });
  addEventListener('input', ({ target }) => {
    if (!target.matches?.('input, select, textarea') || early.alive.has(areaOf(target))) return;
    // The last one is replayed last.
    early.fields.delete(target);
    early.fields.set(target, /^(checkbox|radio)$/.test(target.type) ? target.checked : target.value);
  }, { capture: true });
})();
`;
