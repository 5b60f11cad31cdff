import { useSession, type Prefetch } from '@shop/mfe-kit';
import { useEffect, useRef } from 'react';
import { staffHead } from '../../components/staff-head.ts';

export const prefetch: Prefetch = () => staffHead('Signing out');

/** Signs out and goes to the home page. */
export function LogoutPage() {
  const { signOut } = useSession();
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void signOut();
  }, [signOut]);
  return <p role="status">Signing out…</p>;
}
