import { Link, openOverlay, type SessionUser, useNavigationType } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { useLayoutEffect } from 'react';
import type { Arrival } from './page.ts';
import classes from './page-slot.module.css';

interface Props {
  user: SessionUser;
  onArrive(arrival: Arrival): void;
}

/**
 * Instead of a page that another session of the account may see: of the account itself, for a session by a code to its e-mail address; of the
 * staff area, for one from before its owner became staff.
 */
export default function LimitedPage({ user: { email, isLimited }, onArrive }: Props) {
  const isBack = useNavigationType() === 'POP';
  const title = isLimited ? 'Sign in to see your account' : 'Sign in again to see the staff area';
  useLayoutEffect(() => onArrive({ head: { title, noindex: true }, isBack }), [onArrive, title, isBack]);
  return (
    <div className={classes.missing}>
      <h1>{title}</h1>
      <p className={classes.why}>
        {isLimited ? (
          <>
            You continued with {email}, which has an account. Here you can buy, and what you order joins the account. To
            see its orders and addresses, sign in with your password. If you have none or forgot it, choose a new one
            there.
          </>
        ) : (
          <>Since you signed in here, {email} became staff.</>
        )}
      </p>
      {/* Also of who is signed in. */}
      <Button onClick={() => void openOverlay('account/sign-in', {})}>Sign in</Button>
      <p>
        <Link to="/">Back to Home</Link>
      </p>
    </div>
  );
}
