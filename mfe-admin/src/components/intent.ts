import { newIdempotencyKey } from '@shop/mfe-kit';
import { useCallback, useRef } from 'react';

/**
 * The idempotency key of what a form sends: the same for the same, so that a second press, or a try after a lost answer, does it
 * once; another one once something else is sent, which the service would refuse under the first.
 */
export function useIntent(): (what: unknown) => string {
  const intent = useRef<{ text: string; key: string }>(undefined);
  return useCallback((what) => {
    const text = JSON.stringify(what);
    if (intent.current?.text !== text) intent.current = { text, key: newIdempotencyKey() };
    return intent.current.key;
  }, []);
}
