import { type RefObject, useEffect, useState } from 'react';

/** From below the shop's header to far below the screen: an element leaves it only by scrolling past. */
const ROOT_MARGIN = '-68px 0px 100000px';

/** Whether the element was scrolled past; false on the server and before hydration. */
export function useScrolledPast(ref: RefObject<Element | null>): boolean {
  const [isScrolledPast, setPassed] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => setPassed(!entries.at(-1)!.isIntersecting), {
      rootMargin: ROOT_MARGIN,
    });
    observer.observe(ref.current!);
    return () => observer.disconnect();
  }, [ref]);
  return isScrolledPast;
}
