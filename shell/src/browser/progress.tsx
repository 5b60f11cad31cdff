import { useSyncExternalStore } from 'react';
import { navigating } from './router.tsx';
import classes from './progress.module.css';

/** A line at the top while a page is on its way. Follows at once: in a transition it would wait for what it tells about. */
export function Progress() {
  const isNavigating = useSyncExternalStore(navigating.subscribe, navigating.get, () => false);
  return isNavigating && <div className={classes.progress} role="progressbar" aria-label="Loading the page" />;
}
