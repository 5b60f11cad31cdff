import { Spinner } from '@shop/ui/spinner.tsx';
import classes from './page-slot.module.css';

/**
 * Shown on guarded pages until it is known who is there, and where a page's code is still on its way. Where no scripts run,
 * nothing would ever take its place.
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
