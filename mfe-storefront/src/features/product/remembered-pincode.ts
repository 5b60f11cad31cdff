import { useState, useSyncExternalStore } from 'react';

const KEY = 'delivery-pincode';

/** Storage can be forbidden: then nothing is remembered. */
function stored(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function rememberPincode(pincode: string): void {
  try {
    localStorage.setItem(KEY, pincode);
  } catch {
    // As in `stored`.
  }
}

const never = () => () => {};

/** The PIN code that was asked for last on this device when the page was shown; empty on the server and while it is hydrated. */
export function useRememberedPincode(): string {
  const [read] = useState(() => {
    let first: string | undefined;
    return () => (first ??= stored());
  });
  return useSyncExternalStore(never, read, () => '');
}
