import { Router, closeOverlays, createBrowserHistory, createStore } from '@shop/mfe-kit';
import { useEffect, useLayoutEffect, useState, useTransition, type ReactNode } from 'react';

const history = createBrowserHistory({ v5Compat: true });

/** True while a page is on its way. */
export const navigating = createStore(false);

/**
 * Follows the address in transitions: the old page stays until the new one is whole. `mayRender` says
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
  useEffect(() => navigating.set(isPending), [isPending]);
  return (
    <Router navigator={history} location={visit.location} navigationType={visit.action}>
      {children}
    </Router>
  );
}

/** Goes to a path of the shop from outside of React, in place of where one is: Back must not lead to it (`/user/logout`). */
export const goInstead = (path: string) => history.replace(path);
