import { useEffect, useEffectEvent } from 'react';
import type { BrowserEventDetail, BrowserEventName } from '@shop/contracts/browser';

/** Dispatches a browser event (`checkout:cart-changed`). It carries ids only: listeners refetch. */
export function emit<Name extends BrowserEventName>(name: Name, detail: BrowserEventDetail[Name]): void {
  window.dispatchEvent(new CustomEvent(name, { detail }));
}

/** Listens to an event of `emit` while the component is mounted. */
export function useBrowserEvent<Name extends BrowserEventName>(
  name: Name,
  handler: (detail: BrowserEventDetail[Name]) => void,
): void {
  const latest = useEffectEvent(handler);
  useEffect(() => {
    const listener = (event: Event) => latest((event as CustomEvent<BrowserEventDetail[Name]>).detail);
    window.addEventListener(name, listener);
    return () => window.removeEventListener(name, listener);
  }, [name]);
}
