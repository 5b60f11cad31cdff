import { useLocation } from '@shop/mfe-kit';
import { use } from 'react';
import { LockIcon } from '../icons.tsx';
import { PageSourceContext, matchPage } from '../page.ts';
import classes from './header.module.css';
import { Header } from './header.tsx';
import { Logo } from './logo.tsx';

/** The header of the page shown: a quiet one where nothing is to lead away from what the visitor does. */
export function PageHeader() {
  const { routes } = use(PageSourceContext)!;
  const { pathname } = useLocation();
  return matchPage(routes, pathname)?.route.quiet ? <QuietHeader /> : <Header />;
}

function QuietHeader() {
  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <span />
        <Logo />
        <p className={classes.secure}>
          <LockIcon />
          <span>
            Secure<span className={classes.ofWhat}> checkout</span>
          </span>
        </p>
      </div>
    </header>
  );
}
