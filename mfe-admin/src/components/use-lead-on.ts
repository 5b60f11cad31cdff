import { useNavigate } from '@shop/mfe-kit';
import { useEffect, useRef } from 'react';

/** Leads to what a call has made, or away from what it has deleted: not people who have left in the meantime. */
export function useLeadOn(): (to: string, options?: { replace: boolean }) => Promise<void> {
  const navigate = useNavigate();
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return async (to, options) => {
    if (isHere.current) await navigate(to, options);
  };
}
