import { useLayoutEffect } from 'react';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

declare global {
  interface Window {
    /** Filled by the boot script. */
    earlyInput?: {
      /** Buttons that were clicked before hydration. */
      buttons: HTMLElement[];
      /** What was chosen or typed before hydration; of check boxes and radio buttons whether they are checked. */
      fields: Map<Field, string | boolean>;
      /** Hydrated areas, by `data-late` or `data-part`; `shell` is everything outside of them. */
      alive: Set<string>;
      areaOf(element: Element): string;
    };
  }
}

/** Replays what was clicked, chosen and typed in an area before it was hydrated. */
export function replayEarlyInput(area: string): void {
  const early = window.earlyInput;
  if (!early || early.alive.has(area)) return;
  early.alive.add(area);
  for (const [field, value] of early.fields) {
    if (early.areaOf(field) !== area) continue;
    early.fields.delete(field);
    replay(field, value);
  }
  const clicked = early.buttons.filter((button) => early.areaOf(button) === area);
  early.buttons = early.buttons.filter((button) => early.areaOf(button) !== area);
  // A click can trigger this hydration; React then handles that click itself.
  const clickedNow = window.event?.type === 'click' ? (window.event.target as Element) : null;
  // Repeated clicks on the same button are replayed once.
  for (const button of new Set(clicked)) if (!button.contains(clickedNow)) button.click();
}

/**
 * Lets React see what the browser shows already. React ignores an event after which a field holds what React saw in it last, and sees
 * what is written by the element's own setter: so another value is written by that one first.
 */
function replay(field: Field, value: string | boolean): void {
  if (typeof value === 'boolean') {
    const box = field as HTMLInputElement;
    box.checked = !value;
    box.click();
    return;
  }
  // A chosen file cannot be written, and React does not compare it.
  if (field.type !== 'file') {
    field.value = `${value} `;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value);
  }
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Calls `replayEarlyInput` when the area that renders this is hydrated. */
export function useEarlyInput(area: string): void {
  // An effect would leave a gap in which React answers a click that is replayed as well.
  useLayoutEffect(() => replayEarlyInput(area), [area]);
}
