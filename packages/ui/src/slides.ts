import { type RefObject, useEffect, useRef } from 'react';

type Row = RefObject<HTMLElement | null>;

/** What a person does to scroll the row themselves. */
const OWN_SCROLLING = ['pointerdown', 'touchstart', 'wheel', 'keydown'] as const;

/**
 * Scrolls to a slide of a scroll-snapping row. If the row is resized during a smooth scroll (a phone is rotated), it jumps to
 * the slide: the browser would stop at the slide's old position, between two slides. It may say that it has stopped there before
 * the row hears of its new size.
 */
export function useSlides(row: Row): (slide: number) => void {
  const wanted = useRef<number>(undefined);
  useEffect(() => {
    const element = row.current!;
    const jump = () => {
      if (wanted.current !== undefined) go(row, wanted.current, 'instant');
    };
    /** The slide that a stop between two was answered with: once, because snapping may put a slide elsewhere than a jump. */
    let corrected: number | undefined;
    const forget = () => {
      wanted.current = corrected = undefined;
    };
    const stop = () => {
      const { current: slide } = wanted;
      if (slide === undefined || slide === corrected || isAt(element, slide)) return forget();
      corrected = slide;
      jump();
    };
    const observer = new ResizeObserver(jump);
    observer.observe(element);
    element.addEventListener('scrollend', stop);
    for (const event of OWN_SCROLLING) element.addEventListener(event, forget, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scrollend', stop);
      for (const event of OWN_SCROLLING) element.removeEventListener(event, forget);
    };
  }, [row]);
  return (slide) => {
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
