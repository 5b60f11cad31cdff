/**
 * Toggles outlines that show which slice owns which part of the page: by `?slices` in the URL or Alt+Shift+S. Stored for the
 * tab.
 */
export function enableSliceOutlines(): void {
  const root = document.documentElement;
  const KEY = 'shop:slices';
  const set = (on: boolean) => {
    root.toggleAttribute('data-show-slices', on);
    if (on) sessionStorage.setItem(KEY, '1');
    else sessionStorage.removeItem(KEY);
  };
  if (new URLSearchParams(window.location.search).has('slices') || sessionStorage.getItem(KEY)) set(true);
  window.addEventListener('keydown', (event) => {
    if (event.altKey && event.shiftKey && event.code === 'KeyS') set(!root.hasAttribute('data-show-slices'));
  });
}
