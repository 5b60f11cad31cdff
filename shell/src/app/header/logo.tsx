import { Link } from '@shop/mfe-kit';
import { useBrand } from '../shell-data.ts';
import classes from './header.module.css';

export function Logo() {
  return (
    <Link to="/" className={classes.logo!}>
      {useBrand()?.name ?? 'Home'}
    </Link>
  );
}
