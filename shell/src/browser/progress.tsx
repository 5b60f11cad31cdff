import { useSyncExternalStore } from 'react';
import { navigating } from './router.tsx';
import classes from './progress.module.css';

/** A progress bar while a page is loading. Not `useStore`: in a transition it would wait for the page itself. */
export function Progress() {
  const isNavigating = useSyncExternalStore(navigating.subscribe, navigating.get, () => false);
  return isNavigating && <div className={classes.progress} role="progressbar" aria-label="Loading the page" />;
}
