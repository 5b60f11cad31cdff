import { useSession, type Prefetch } from '@shop/mfe-kit';
import { useEffect, useRef } from 'react';
import { staffHead } from '../../components/staff-head.ts';

export const prefetch: Prefetch = () => staffHead('Signing out');

/** Signs out and goes to the home page. */
export function LogoutPage() {
  const { signOut } = useSession();
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void signOut();
  }, [signOut]);
  return <p role="status">Signing out…</p>;
}
