import { useSession, type Prefetch } from '@shop/mfe-kit';
import { Spinner } from '@shop/ui/spinner.tsx';
import { useEffect, useRef } from 'react';
import s from './logout.module.css';

export const prefetch: Prefetch = () => ({ head: { title: 'Signing out', noindex: true } });

/** Signs out and goes to the home page; the shell reports the outcome. */
export function LogoutPage() {
  const { signOut } = useSession();
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void signOut();
  }, [signOut]);
  return (
    <div className={s.leaving} role="status">
      <Spinner />
      Signing out…
    </div>
  );
}
