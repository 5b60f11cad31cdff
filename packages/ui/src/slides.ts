import { type RefObject, useEffect, useRef } from 'react';

type Row = RefObject<HTMLElement | null>;

/**
 * Goes to a slide of a row that scrolls and snaps. Where the row changes its size on the way, as on a phone that is turned, it
 * is at the slide at once: a browser would end its way where the slide was when it set out, between two of them.
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
