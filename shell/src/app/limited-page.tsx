import { Link, useNavigationType, useSession } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { useLayoutEffect } from 'react';
import type { Arrival } from './page.ts';
import classes from './page-slot.module.css';

const HEAD = { title: 'Sign in to see your account', noindex: true };

interface Props {
  email: string;
  onArrive(arrival: Arrival): void;
}

/** Instead of a page of the account, for a session by a code to its e-mail address, which sees nothing of it. */
export default function LimitedPage({ email, onArrive }: Props) {
  const { signIn } = useSession();
  const isBack = useNavigationType() === 'POP';
  useLayoutEffect(() => onArrive({ head: HEAD, isBack }), [onArrive, isBack]);
  return (
    <div className={classes.missing}>
      <h1>{HEAD.title}</h1>
      <p className={classes.why}>
        You continued with {email}, which has an account. Here you can buy, and what you order joins the account. To see
        its orders and addresses, sign in with your password. If you have none or forgot it, choose a new one there.
      </p>
      <Button onClick={() => void signIn({ toAccount: true })}>Sign in</Button>
      <p>
        <Link to="/">Back to Home</Link>
      </p>
    </div>
  );
}
