import { LockIcon } from '../icons.tsx';
import { useIsQuiet } from '../page.ts';
import classes from './header.module.css';
import { Header } from './header.tsx';
import { Logo } from './logo.tsx';
import { TranslucentWhenScrolled } from './translucent-when-scrolled.tsx';

export function PageHeader() {
  return useIsQuiet() ? <QuietHeader /> : <Header />;
}

function QuietHeader() {
  return (
    <TranslucentWhenScrolled className={classes.header!}>
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
    </TranslucentWhenScrolled>
  );
}
