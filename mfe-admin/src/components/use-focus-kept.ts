import { useEffect } from 'react';

/** As many as lie over each other: a dialog of a dialog of a row. */
const MOST_HELD = 8;
const PRESSED = 'button, a[href], summary';
const FOCUSABLE = `:is(${PRESSED}, input, select, textarea):not(:disabled, [tabindex="-1"])`;
const HEADING = 'h1, h2, h3, legend';
/** Of a screen; its heading names it. */
const PART = 'form, fieldset, section, aside, dialog';

/** What had the focus, and where it was: it may be gone when that is needed. */
interface Held {
  element: HTMLElement;
  /** The same control, rendered again, has the same. */
  name: string;
  /** The element and its ancestors. */
  path: Element[];
  /** What stands before each of the path. */
  before: (Element | null)[];
  row: Element | null;
  neighbours: (Element | null)[];
  /** Among what can be pressed in its row; -1: the row itself. */
  place: number;
}

/**
 * Keeps the focus of the page: where the control that has it goes, with a row that is deleted, a list that gets shorter or a form that
 * begins again, the same control of the next row takes it, or what is left of the part of the page that it was in. Without it keyboards and
 * screen readers would begin again at the top.
 */
export function useFocusKept(): void {
  useEffect(() => {
    let held: Held[] = [];
    let frame = 0;

    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      held = [heldOf(target), ...held.filter(({ element }) => element !== target)].slice(0, MOST_HELD);
    };
    const onBlur = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget) return;
      // Once what removes it is done. What is still there was left by its user.
      queueMicrotask(() => {
        if (isUsable(target as HTMLElement) && document.activeElement === document.body) held = [];
      });
    };
    const settle = () => {
      frame = 0;
      if (held.length === 0 || document.activeElement !== document.body) return;
      for (const one of held) {
        const target = isUsable(one.element) ? one.element : heirOf(one);
        target?.focus({ preventScroll: !target.matches(FOCUSABLE) });
        if (target && document.activeElement === target) return;
      }
    };
    // After those that know better where it goes.
    const observer = new MutationObserver(() => {
      if (document.activeElement === document.body && held.length > 0) frame ||= requestAnimationFrame(settle);
    });

    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', onBlur);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onBlur);
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
}

function nameOf(element: Element): string {
  const label = (element as HTMLInputElement).labels?.[0];
  return `${element.tagName} ${element.getAttribute('aria-label') ?? (label ?? element).textContent}`;
}

const isUsable = (element: HTMLElement): boolean => element.isConnected && !element.matches(':disabled');

function heldOf(element: HTMLElement): Held {
  const path: Element[] = [];
  for (let one: Element | null = element; one && one !== document.body; one = one.parentElement) path.push(one);
  const row = element.closest('tr, li');
  return {
    ...{ element, path, row, name: nameOf(element) },
    before: path.map((one) => one.previousElementSibling),
    neighbours: [row?.nextElementSibling ?? null, row?.previousElementSibling ?? null],
    place: row ? [...row.querySelectorAll(PRESSED)].indexOf(element) : -1,
  };
}

/** Takes the focus in place of a control that is gone; undefined where the dialog that it was in is gone as well. */
function heirOf({ name, path, before, row, neighbours, place }: Held): HTMLElement | undefined {
  const at = path.findIndex((one) => one.isConnected);
  const left = path.slice(0, Math.max(0, at));
  if (at === -1 || left.some((one) => one.matches('dialog'))) return undefined;
  const around = path[at]!;
  const focusable = (within: Element) => [...within.querySelectorAll<HTMLElement>(FOCUSABLE)];

  const again = focusable(around).find((one) => nameOf(one) === name);
  if (again) return again;

  if (row && place !== -1) {
    const next = [row, ...neighbours].find((one) => one?.isConnected);
    const pressed = next ? [...next.querySelectorAll<HTMLElement>(PRESSED)].filter(isUsable) : [];
    if (pressed.length > 0) return pressed[Math.min(place, pressed.length - 1)];
  } else if (row === path[0]) {
    const next = neighbours.find((one) => one?.isConnected);
    if (next?.hasAttribute('tabindex')) return next as HTMLElement;
  }

  const last = before[at - 1];
  if (last?.isConnected && last.matches(HEADING)) return focusableHeading(last);
  const near = last?.isConnected && (last.matches(FOCUSABLE) ? (last as HTMLElement) : focusable(last).at(-1));
  if (near) return near;

  const part = around.closest(PART);
  return focusableHeading(part?.querySelector(HEADING) ?? part ?? document.querySelector('h1'));
}

function focusableHeading(element: Element | null): HTMLElement | undefined {
  if (!(element instanceof HTMLElement)) return undefined;
  element.tabIndex = -1;
  return element;
}
