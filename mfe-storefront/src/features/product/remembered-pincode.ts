import { useSyncExternalStore } from 'react';

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

/** The PIN code that was asked for last on this device; empty on the server. */
export const useRememberedPincode = (): string => useSyncExternalStore(never, stored, () => '');
