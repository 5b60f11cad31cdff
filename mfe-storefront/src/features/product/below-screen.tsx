import '@shop/ui/carousel.module.css';
import '@shop/ui/rating.module.css';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import { lazy, memo, Suspense, useEffect, useRef } from 'react';
// The server's HTML needs the styles at once.
import '../../components/product-card.module.css';
import './reviews.module.css';
import './similar.module.css';
import type { BelowProps } from './below.tsx';

const wanted = Promise.withResolvers<void>();
const Below = lazy(async () => {
  if (typeof window !== 'undefined') await wanted.promise;
  return import(/* webpackChunkName: "below" */ './below.tsx');
});

export const wakeBelowScreen = (): void => wanted.resolve();

/**
 * Reviews and similar pieces: complete in the server's HTML, with scripts once somebody scrolls near. Memoized: re-rendering it before its
 * code is loaded would make React drop the server's HTML.
 */
export const BelowScreen = memo(function BelowScreen(props: BelowProps) {
  const section = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) wanted.resolve();
      },
      { rootMargin: '600px' },
    );
    observer.observe(section.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={section} data-late="product/below">
      <Suspense fallback={<Coming />}>
        <Below {...props} />
      </Suspense>
    </div>
  );
});

/** Without HTML of the server, as after a click on a link, nothing is waited for. */
function Coming() {
  useEffect(() => wanted.resolve(), []);
  return <Skeleton height="20rem" />;
}
