import { useEffect, useState } from 'react';

const WAIT_MS = 10_000;
const PRESSED = 'button, a[href]';

/**
 * For a dialog that may remove the row with the button that opened it: the focus then goes to the same button of the row after it, else of
 * the one before, else to the heading of the page.
 */
export function useFocusKept(): void {
  const [opened] = useState(() => {
    const opener = document.activeElement;
    const row = opener?.closest('tr, li');
    const place = row && opener ? [...row.querySelectorAll(PRESSED)].indexOf(opener) : -1;
    return { opener, place, rows: [row?.nextElementSibling, row?.previousElementSibling] };
  });
  useEffect(() => {
    const { opener, place, rows } = opened;
    return () => {
      if (!opener || opener === document.body) return;
      // The row may be gone already, or go with the answer of a query after the dialog.
      const settle = () => {
        if (opener.isConnected) return;
        stop();
        if (document.activeElement !== document.body) return;
        const row = rows.find((one) => one?.isConnected);
        const target = row?.querySelectorAll<HTMLElement>(PRESSED)[place] ?? headingOfPage();
        target?.focus();
      };
      const observer = new MutationObserver(settle);
      const timer = setTimeout(() => observer.disconnect(), WAIT_MS);
      const stop = () => {
        clearTimeout(timer);
        observer.disconnect();
      };
      observer.observe(document.body, { childList: true, subtree: true });
      requestAnimationFrame(settle);
    };
  }, [opened]);
}

function headingOfPage(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>('main h1, h1');
  if (heading) heading.tabIndex = -1;
  return heading;
}
