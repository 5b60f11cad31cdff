import { type RefObject, useEffect, useState } from 'react';

/** The root reaches from below the shop's header to far below the screen: outside of it is what was scrolled past. */
const ROOT_MARGIN = '-68px 0px 100000px';

/** Whether somebody has scrolled past all of it. On the server, and before it is known: no. */
export function usePassed(ref: RefObject<Element | null>): boolean {
  const [isPassed, setPassed] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => setPassed(!entries.at(-1)!.isIntersecting), {
      rootMargin: ROOT_MARGIN,
    });
    observer.observe(ref.current!);
    return () => observer.disconnect();
  }, [ref]);
  return isPassed;
}
