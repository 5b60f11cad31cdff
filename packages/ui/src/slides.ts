import { type RefObject, useEffect, useRef } from 'react';

type Row = RefObject<HTMLElement | null>;

/**
 * Scrolls to a slide of a scroll-snapping row. If the row is resized during a smooth scroll (a phone is rotated), it jumps to
 * the slide: the browser would stop at the slide's old position, between two slides.
 */
export function useSlides(row: Row): (slide: number) => void {
  const wanted = useRef<number>(undefined);
  useEffect(() => {
    const element = row.current!;
    const arrive = () => {
      wanted.current = undefined;
    };
    const observer = new ResizeObserver(() => {
      if (wanted.current !== undefined) go(row, wanted.current, 'instant');
    });
    observer.observe(element);
    element.addEventListener('scrollend', arrive);
    return () => {
      observer.disconnect();
      element.removeEventListener('scrollend', arrive);
    };
  }, [row]);
  return (slide) => {
    wanted.current = slide;
    go(row, slide, 'auto');
  };
}

function go({ current }: Row, slide: number, behavior: ScrollBehavior): void {
  const { offsetLeft } = current!.children[slide] as HTMLElement;
  current!.scrollTo({ left: offsetLeft, behavior });
}
