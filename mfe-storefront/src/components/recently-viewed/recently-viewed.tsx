import { useSession } from '@shop/mfe-kit';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { rememberViewed, viewedBy, type ViewedPiece } from './viewed.ts';

/** How far below the screen the strip is loaded. */
const MARGIN = '600px';

/**
 * The pieces that the visitor looked at last, at the end of a page: loaded when it is scrolled near, so that it moves nothing that is
 * seen. `piece`: whose page it is; it is remembered, and not in the strip.
 */
export default function RecentlyViewed({ piece }: { piece?: ViewedPiece }) {
  const place = useRef<HTMLDivElement>(null);
  const { status, user } = useSession();
  const userId = user?._id ?? null;
  const [Strip, setStrip] = useState<ComponentType<{ pieces: readonly ViewedPiece[] }>>();
  const { _id, productGroup: own } = piece ?? {};
  useEffect(() => {
    if (status !== 'unknown' && _id && own) rememberViewed({ _id, productGroup: own }, userId);
  }, [status, userId, _id, own]);
  useEffect(() => {
    if (status === 'unknown' || viewedBy(userId).length === 0) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        import(/* webpackChunkName: "late" */ './strip.tsx').then(
          (module) => setStrip(() => module.Strip),
          () => {},
        );
      },
      { rootMargin: MARGIN },
    );
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, [status, userId]);
  return (
    <div ref={place}>
      {Strip && <Strip key={userId} pieces={viewedBy(userId).filter(({ productGroup }) => productGroup !== own)} />}
    </div>
  );
}
