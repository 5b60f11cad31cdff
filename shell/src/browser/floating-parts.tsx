import { overlays, toasts, useInBrowser, useStore } from '@shop/mfe-kit';
import { Suspense, lazy } from 'react';
import { NoticeBar } from './notice-bar.tsx';
import { Progress } from './progress.tsx';

// Fetched with the first of each: no page needs them to be read.
const Toaster = lazy(() => import(/* webpackChunkName: "toaster" */ './toaster.tsx'));
const Overlays = lazy(() => import(/* webpackChunkName: "overlays" */ './overlays.tsx'));

/** What lies over the page: progress, notices, overlays, toasts. Only in the browser. */
export function FloatingParts() {
  const isOpen = useStore(overlays).length > 0;
  const isToasting = useStore(toasts).length > 0;
  if (!useInBrowser()) return null;
  return (
    <>
      <Progress />
      <NoticeBar />
      <Suspense fallback={null}>{isOpen && <Overlays />}</Suspense>
      <Suspense fallback={null}>{isToasting && <Toaster />}</Suspense>
    </>
  );
}
