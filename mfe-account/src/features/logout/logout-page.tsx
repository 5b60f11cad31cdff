import { useSession, type Prefetch } from '@shop/mfe-kit';
import { useEffect, useRef } from 'react';

export const prefetch: Prefetch = () => ({ head: { title: 'Signing out', noindex: true } });

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
