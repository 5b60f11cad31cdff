import { closeOverlays, overlays, toasts, useInBrowser, useStore } from '@shop/mfe-kit';
import { NoticeBar } from './notice-bar.tsx';
import { addNotice } from './notices.ts';
import { Progress } from './progress.tsx';
import { useWhenWanted } from './use-when-wanted.ts';

// Fetched with the first of each: no page needs them to be read.
const loadToaster = () => import(/* webpackChunkName: "toaster" */ './toaster.tsx');
const loadOverlays = () => import(/* webpackChunkName: "overlays" */ './overlays.tsx');

/** What lies over the page: progress, notices, overlays, toasts. Only in the browser. */
export function FloatingParts() {
  const open = useStore(overlays);
  const isToasting = useStore(toasts).length > 0;
  const Overlays = useWhenWanted(loadOverlays, open.length > 0, (again) => {
    addNotice(open.at(-1)!.id, again);
    closeOverlays();
  });
  const Toaster = useWhenWanted(loadToaster, isToasting, (again) => addNotice('shell/messages', again));
  if (!useInBrowser()) return null;
  return (
    <>
      <Progress />
      <NoticeBar />
      {Overlays && <Overlays />}
      {Toaster && <Toaster />}
    </>
  );
}
