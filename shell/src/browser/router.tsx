import { Router, closeOverlays, createBrowserHistory } from '@shop/mfe-kit';
import { useLayoutEffect, useState, useTransition, type ReactNode } from 'react';
import classes from './router.module.css';

const history = createBrowserHistory({ v5Compat: true });

/**
 * Follows the address in transitions: the old page stays, under a progress bar, until the new one is whole. `mayRender` says
 * no while HTML of the server waits for its code; the browser then goes there as it would without any script.
 */
export function BrowserRouter({ mayRender, children }: { mayRender: () => boolean; children: ReactNode }) {
  const [visit, setVisit] = useState(() => ({ location: history.location, action: history.action }));
  const [isPending, startTransition] = useTransition();
  useLayoutEffect(
    () =>
      history.listen(({ location, action }) => {
        if (!mayRender()) return window.location.reload();
        closeOverlays();
        startTransition(() => setVisit({ location, action }));
      }),
    [mayRender],
  );
  return (
    <>
      <Router navigator={history} location={visit.location} navigationType={visit.action}>
        {children}
      </Router>
      {isPending && <div className={classes.progress} role="progressbar" aria-label="Loading the page" />}
    </>
  );
}

/** Goes to a path of the shop from outside of React. */
export const goTo = (path: string) => history.push(path);
