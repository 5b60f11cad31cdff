import type { Arrival } from '../app/page.ts';
import type { Head } from '@shop/mfe-kit';
import { headTags } from '../head.ts';

const STORAGE_KEY = 'shop:places';
const MAX_SCROLL_POSITIONS = 100;

/** Scroll position of each history entry, by its key; kept for this tab across reloads. */
function scrollPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}
const keyOf = (state: unknown): string => (state as { key?: string } | null)?.key ?? '';

/** Gives the current history entry a key; entries that the router did not create have none. */
function assignEntryKey(): string {
  const key = Math.random().toString(36).slice(2, 10);
  window.history.replaceState({ ...(window.history.state as object | null), key }, '');
  return key;
}

/** The link keeps the scroll position (`STAY`). */
const keepsScrollPosition = (): boolean =>
  (window.history.state as { usr?: { stay?: boolean } } | null)?.usr?.stay === true;

/**
 * After a navigation (`arrive`): sets the head, scrolls, and for keyboards and screen readers moves the focus and announces the
 * title. The first page needs none of it, except its head unless the server rendered it (`hasHead`). `depart`: the location has
 * changed and the page is loading.
 */
export function createArrival(
  announcer: HTMLElement,
  { site, hasHead }: { site: () => string | undefined; hasHead: boolean },
) {
  let entryKey = keyOf(window.history.state) || assignEntryKey();
  let isFirst = true;
  let path = window.location.pathname;
  const saveScrollPosition = () => {
    const positions = { ...scrollPositions(), [entryKey]: Math.round(window.scrollY) };
    const latest = Object.entries(positions).slice(-MAX_SCROLL_POSITIONS);
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(latest)));
  };
  // After a reload the browser restores the position, unless it gave up before the page was tall enough.
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const saved = scrollPositions()[entryKey] ?? 0;
  if (visit && visit.type !== 'navigate' && saved > 0 && window.scrollY === 0) {
    window.scrollTo({ top: saved, behavior: 'instant' });
  }
  window.history.scrollRestoration = 'manual';
  window.addEventListener('pagehide', () => {
    saveScrollPosition();
    window.history.scrollRestoration = 'auto';
  });
  window.addEventListener('pageshow', () => {
    window.history.scrollRestoration = 'manual';
  });
  document.addEventListener('scrollend', saveScrollPosition, { passive: true });
  document.addEventListener('click', saveScrollPosition, { capture: true, passive: true });

  // A visitor may use something else while the page loads, such as a menu of the header: it then keeps the focus.
  let focusAtDeparture: Element | null = null;
  let hasInteracted = false;
  const onInteraction = () => {
    hasInteracted = true;
  };
  for (const event of ['pointerdown', 'keydown']) {
    document.addEventListener(event, onInteraction, { capture: true, passive: true });
  }
  const hasFocusedElsewhere = () => {
    const { activeElement, body } = document;
    return hasInteracted && activeElement !== body && activeElement !== focusAtDeparture;
  };
  /** A part of the page that took the focus itself, such as the row of a list that one came from. */
  const focusTakenByPage = (): Element | undefined => {
    const { activeElement } = document;
    if (!activeElement || activeElement === focusAtDeparture) return undefined;
    return document.getElementById('page')?.contains(activeElement) ? activeElement : undefined;
  };
  const depart = (): void => {
    focusAtDeparture = document.activeElement;
    hasInteracted = false;
  };

  const arrive = ({ head, isBack, isMissing }: Arrival): void => {
    const wasFirst = isFirst;
    isFirst = false;
    if (head && !(wasFirst && hasHead)) writeHead(head, site());
    const next = keyOf(window.history.state);
    if (wasFirst || next === entryKey) return;
    // A plain link to an anchor of this page: the browser has scrolled.
    if (!next) {
      entryKey = assignEntryKey();
      return;
    }
    const samePath = path === window.location.pathname;
    // After a failed load, a successful retry is an arrival too.
    entryKey = isMissing ? '' : next;
    path = isMissing ? '' : window.location.pathname;
    announcer.textContent = document.title;
    const target = window.location.hash && document.getElementById(window.location.hash.slice(1));
    if (target && !isBack) {
      target.scrollIntoView();
      return;
    }
    if (keepsScrollPosition()) return;
    if (isBack) window.scrollTo({ top: scrollPositions()[next] ?? 0, behavior: 'instant' });
    else {
      const isSmooth = !isInTransition() && !matchMedia('(prefers-reduced-motion: reduce)').matches;
      window.scrollTo({ top: 0, behavior: isSmooth ? 'smooth' : 'instant' });
    }
    // Sorting and filtering change only the query: the control keeps the focus.
    if (samePath || hasFocusedElsewhere()) return;
    const taken = focusTakenByPage();
    if (taken) taken.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    else focusPage();
  };
  return { arrive, depart };
}

/** A picture moves to where it is on the new page, which has to stand still for it. */
const isInTransition = (): boolean => Boolean(document.activeViewTransition);

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
