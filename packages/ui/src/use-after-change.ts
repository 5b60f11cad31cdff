import { useEffect, useRef } from 'react';

/** Calls `then` when `value` has changed. Not on arrival: a visitor may have opened already what the server sent. */
export function useAfterChange(value: string, then: () => void): void {
  const last = useRef(value);
  useEffect(() => {
    if (last.current === value) return;
    last.current = value;
    then();
  });
}
