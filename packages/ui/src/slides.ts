import { type RefObject, useEffect, useRef } from 'react';

type Row = RefObject<HTMLElement | null>;

/** What a person does to scroll the row themselves. */
const OWN_SCROLLING = ['pointerdown', 'touchstart', 'wheel', 'keydown'] as const;

/** More than a smooth scroll takes. */
const HELD_FRAMES = 90;

/**
 * Scrolls to a slide of a scroll-snapping row. If the row is resized during a smooth scroll (a phone is rotated), it is put to the
 * slide and held there for some frames: the browser would stop at the slide's old position, between two slides, and a busy one gets
 * there only after the row was put right.
 */
export function useSlides(row: Row): (slide: number) => void {
  /** Until it has arrived. */
  const wanted = useRef<number>(undefined);
  const frame = useRef(0);
  useEffect(() => {
    const element = row.current!;
    const release = () => cancelAnimationFrame(frame.current);
    const hold = (slide: number, frames: number) => {
      if (!isAt(element, slide)) go(row, slide, 'instant');
      if (frames > 0) frame.current = requestAnimationFrame(() => hold(slide, frames - 1));
    };
    const observer = new ResizeObserver(() => {
      if (wanted.current === undefined) return;
      release();
      hold(wanted.current, HELD_FRAMES);
    });
    const stop = () => {
      if (wanted.current !== undefined && isAt(element, wanted.current)) wanted.current = undefined;
    };
    const forget = () => {
      release();
      wanted.current = undefined;
    };
    observer.observe(element);
    element.addEventListener('scrollend', stop);
    for (const event of OWN_SCROLLING) element.addEventListener(event, forget, { passive: true });
    return () => {
      release();
      observer.disconnect();
      element.removeEventListener('scrollend', stop);
      for (const event of OWN_SCROLLING) element.removeEventListener(event, forget);
    };
  }, [row]);
  return (slide) => {
    cancelAnimationFrame(frame.current);
    wanted.current = slide;
    go(row, slide, 'auto');
  };
}

/** Whether the slide is where `go` puts it, or the row is at its end. */
function isAt(row: HTMLElement, slide: number): boolean {
  const { offsetLeft } = row.children[slide] as HTMLElement;
  return Math.abs(Math.min(offsetLeft, row.scrollWidth - row.clientWidth) - row.scrollLeft) < 2;
}

function go({ current }: Row, slide: number, behavior: ScrollBehavior): void {
  const { offsetLeft } = current!.children[slide] as HTMLElement;
  current!.scrollTo({ left: offsetLeft, behavior });
}
