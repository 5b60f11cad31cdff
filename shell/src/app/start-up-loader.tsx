import { Spinner } from '@shop/ui/spinner.tsx';
import classes from './page-slot.module.css';

/**
 * Shown on guarded pages until the session is known, and while a page's code is loading. `noscript`, because without scripts it
 * would never be replaced.
 */
export function StartUpLoader() {
  return (
    <div className={classes.loader} role="status">
      <Spinner />
      <span className="visually-hidden">Loading…</span>
      <noscript>Please switch JavaScript on, or reload the page in a moment.</noscript>
    </div>
  );
}
