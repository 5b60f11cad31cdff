import type { Arrival } from '../app/page.ts';
import type { Head } from '@shop/mfe-kit';
import { headTags } from '../head.ts';

const PLACES = 'shop:places';
const KEPT_PLACES = 100;

/** Where the visitor was on each entry of the history, by its key; kept for this tab over reloads. */
function places(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(PLACES) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}
const keyOf = (state: unknown): string => (state as { key?: string } | null)?.key ?? '';

/** Gives the entry its key: one that the browser made by itself has none yet, and there may be several of those in a tab. */
function nameEntry(): string {
  const key = Math.random().toString(36).slice(2, 10);
  window.history.replaceState({ ...(window.history.state as object | null), key }, '');
  return key;
}

/** The link said that the page should stay where it is scrolled to. */
const isStaying = (): boolean => (window.history.state as { usr?: { stay?: boolean } } | null)?.usr?.stay === true;

/**
 * What belongs to the arrival on a page: its head, where it is scrolled to, and for keyboards and screen readers the focus
 * and the title said aloud. The server has done all of that for the first page, its head only where it rendered the page
 * (`hasHead`). `depart` is told when the address has changed and the next page is on its way.
 */
export function createArrival(
  announcer: HTMLElement,
  { site, hasHead }: { site: () => string | undefined; hasHead: boolean },
) {
  let here = keyOf(window.history.state) || nameEntry();
  let isFirst = true;
  let path = window.location.pathname;
  const remember = () => {
    const entries = Object.entries({ ...places(), [here]: Math.round(window.scrollY) }).slice(-KEPT_PLACES);
    sessionStorage.setItem(PLACES, JSON.stringify(Object.fromEntries(entries)));
  };
  // After a reload the browser restores by itself, unless it gave up before the page was as tall as it had been.
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const place = places()[here] ?? 0;
  if (visit && visit.type !== 'navigate' && place > 0 && window.scrollY === 0) {
    window.scrollTo({ top: place, behavior: 'instant' });
  }
  window.history.scrollRestoration = 'manual';
  window.addEventListener('pagehide', () => {
    remember();
    window.history.scrollRestoration = 'auto';
  });
  window.addEventListener('pageshow', () => {
    window.history.scrollRestoration = 'manual';
  });
  document.addEventListener('scrollend', remember, { passive: true });
  document.addEventListener('click', remember, { capture: true, passive: true });

  // Who waits for a page may take up something else meanwhile, a menu in the header: the focus is left to them.
  let focusAtDeparture: Element | null = null;
  let hasActed = false;
  const act = () => {
    hasActed = true;
  };
  for (const event of ['pointerdown', 'keydown']) {
    document.addEventListener(event, act, { capture: true, passive: true });
  }
  const hasMovedOn = () => {
    const { activeElement, body } = document;
    return hasActed && activeElement !== body && activeElement !== focusAtDeparture;
  };
  const depart = (): void => {
    focusAtDeparture = document.activeElement;
    hasActed = false;
  };

  const arrive = ({ head, isBack, isMissing }: Arrival): void => {
    const wasFirst = isFirst;
    isFirst = false;
    if (head && !(wasFirst && hasHead)) writeHead(head, site());
    const next = keyOf(window.history.state);
    if (wasFirst || next === here) return;
    // A plain link to another part of the page: the browser has gone there.
    if (!next) {
      here = nameEntry();
      return;
    }
    const samePath = path === window.location.pathname;
    // At what comes on another try one arrives as well.
    here = isMissing ? '' : next;
    path = isMissing ? '' : window.location.pathname;
    announcer.textContent = document.title;
    const target = window.location.hash && document.getElementById(window.location.hash.slice(1));
    if (target && !isBack) {
      target.scrollIntoView();
      return;
    }
    if (isStaying()) return;
    if (isBack) window.scrollTo({ top: places()[next] ?? 0, behavior: 'instant' });
    else {
      const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
      window.scrollTo({ top: 0, behavior: still ? 'instant' : 'smooth' });
    }
    // Sorting and filtering change the query only: the focus stays on the control that was used.
    if (!samePath && !hasMovedOn()) focusPage();
  };
  return { arrive, depart };
}

function focusPage(): void {
  const page = document.getElementById('page');
  const heading = page?.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  (heading ?? page)?.focus({ preventScroll: true });
}

function writeHead(head: Head, site: string | undefined): void {
  const { origin, href } = window.location;
  for (const old of document.head.querySelectorAll('[data-head]')) old.remove();
  document.head.append(
    ...headTags(head, { origin, url: new URL(href), site }).map(({ tag, attributes, text }) => {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries({ ...attributes, 'data-head': '' })) element.setAttribute(name, value);
      if (text !== undefined) element.textContent = text;
      return element;
    }),
  );
}
