import { GUEST_WISHLIST } from '@shop/contracts/browser';
import { closeOverlays, overlays, toasts, useAccount, useInBrowser, useLoader, useStore } from '@shop/mfe-kit';
import { NoticeBar } from './notice-bar.tsx';
import { addNotice } from './notices.ts';
import { Progress } from './progress.tsx';
import { useLazyComponent } from './use-lazy-component.ts';

// Loaded on first use: no page needs them to be readable.
const loadToaster = () => import(/* webpackChunkName: "toaster" */ './toaster.tsx');
const loadOverlays = () => import(/* webpackChunkName: "overlays" */ './overlays.tsx');

function hasGuestWishlist(): boolean {
  try {
    return localStorage.getItem(GUEST_WISHLIST) !== null;
  } catch {
    return false;
  }
}

/** Progress, notices, overlays and toasts, over the page. Only in the browser. */
export function FloatingParts() {
  const open = useStore(overlays);
  const isToasting = useStore(toasts).length > 0;
  const Overlays = useLazyComponent(loadOverlays, open.length > 0, (retry) => {
    addNotice(open.at(-1)!.id, retry);
    closeOverlays();
  });
  const Toaster = useLazyComponent(loadToaster, isToasting, (retry) => addNotice('shell/messages', retry));
  const { user } = useAccount();
  const loader = useLoader();
  // Without it the list stays in the browser until the next page.
  const KeepWishlist = useLazyComponent(
    () => loader.load('storefront/keep-wishlist', false),
    user !== null && hasGuestWishlist(),
    () => {},
  );
  if (!useInBrowser()) return null;
  return (
    <>
      <Progress />
      <NoticeBar />
      {Overlays && <Overlays />}
      {Toaster && <Toaster />}
      {KeepWishlist && <KeepWishlist />}
    </>
  );
}
