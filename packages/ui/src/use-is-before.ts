import { useEffect, useState } from 'react';

/** Limit of setTimeout. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Whether a moment is still ahead; changes when it comes. */
export function useIsBefore(moment: string): boolean {
  const end = Date.parse(moment);
  const [isBefore, setBefore] = useState(() => Date.now() < end);
  useEffect(() => {
    const left = end - Date.now();
    setBefore(left > 0);
    if (left <= 0) return;
    const timer = setTimeout(() => setBefore(Date.now() < end), Math.min(left + 1, MAX_TIMER_MS));
    return () => clearTimeout(timer);
  }, [end]);
  return isBefore;
}
