import { useLocation } from '@shop/mfe-kit';
import { useEffect, useEffectEvent } from 'react';

/**
 * Moves the focus to a form beside its table each time that a link of the table or New asks for it, also for what it shows already:
 * the form may be out of sight. Not after a page load.
 */
export function useFocusAsked(focus: () => void): void {
  const { key, state } = useLocation() as { key: string; state: { stay?: boolean } | null };
  const isAsked = state?.stay === true;
  const onAsked = useEffectEvent(focus);
  useEffect(() => {
    if (isAsked) onAsked();
  }, [key, isAsked]);
}
