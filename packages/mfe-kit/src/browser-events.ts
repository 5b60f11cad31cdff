import { useEffect, useEffectEvent } from 'react';
import type { BrowserEventDetail, BrowserEventName } from '@shop/contracts/browser';

/** Tells the page that something happened (`checkout:cart-changed`): ids only, meaning "fetch again". */
export function emit<Name extends BrowserEventName>(name: Name, detail: BrowserEventDetail[Name]): void {
  window.dispatchEvent(new CustomEvent(name, { detail }));
}

/** Hears what `emit` tells while the component is mounted. */
export function useBrowserEvent<Name extends BrowserEventName>(
  name: Name,
  handler: (detail: BrowserEventDetail[Name]) => void,
): void {
  const latest = useEffectEvent(handler);
  useEffect(() => {
    const hear = (event: Event) => latest((event as CustomEvent<BrowserEventDetail[Name]>).detail);
    window.addEventListener(name, hear);
    return () => window.removeEventListener(name, hear);
  }, [name]);
}
