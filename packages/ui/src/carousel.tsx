import { type HTMLAttributes, type ReactNode, useEffect, useRef, useState } from 'react';
import s from './carousel.module.css';
import { useSlides } from './slides.ts';

interface Props {
  /** Id of the heading that labels it. */
  labelledBy: string;
  /** Decides how many slides are visible. */
  of: 'pieces' | 'reviews' | 'banners';
  /** `<li>` elements. */
  children: readonly ReactNode[];
  /** For the links in the slides. */
  handlers?: Omit<HTMLAttributes<HTMLUListElement>, 'className' | 'children'>;
}

/** A row of slides, scrolled by touch, wheel, keyboard and arrows; arrows are shown while there are more slides. */
export function Carousel({ labelledBy, of, children, handlers }: Props) {
  const row = useRef<HTMLUListElement>(null);
  const [canGo, setCanGo] = useState('');
  const show = useSlides(row);
  /** Scrolls by the number of visible slides. */
  const turn = (way: -1 | 1) => {
    const { scrollLeft, scrollWidth, clientWidth } = row.current!;
    const step = scrollWidth / children.length;
    const next = Math.round((scrollLeft + way * clientWidth) / step);
    show(Math.min(children.length - 1, Math.max(0, next)));
  };
  const look = () => {
    // A pending resize callback may run after the unmount.
    if (!row.current) return;
    const { scrollLeft, scrollWidth, clientWidth } = row.current;
    setCanGo(`${scrollLeft > 2 ? 'back ' : ''}${scrollLeft + clientWidth < scrollWidth - 2 ? 'on' : ''}`);
  };
  useEffect(() => {
    const observer = new ResizeObserver(look);
    observer.observe(row.current!);
    return () => observer.disconnect();
  }, [children.length]);
  const arrow = (way: 'back' | 'on') => (
    <button
      type="button"
      aria-label={way === 'back' ? 'Previous' : 'Next'}
      disabled={!canGo.includes(way)}
      onClick={() => turn(way === 'back' ? -1 : 1)}
    >
      {way === 'back' ? '‹' : '›'}
    </button>
  );
  return (
    <div className={s.carousel} data-of={of}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard */}
      <ul ref={row} className={s.row} tabIndex={0} aria-labelledby={labelledBy} onScroll={look} {...handlers}>
        {children}
      </ul>
      <p className={s.arrows} hidden={canGo === ''}>
        {arrow('back')}
        {arrow('on')}
      </p>
    </div>
  );
}
