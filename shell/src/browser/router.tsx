import { Router, closeOverlays, createBrowserHistory, createStore } from '@shop/mfe-kit';
import { useEffect, useLayoutEffect, useState, useTransition, type ReactNode } from 'react';

const history = createBrowserHistory({ v5Compat: true });

/** True while a page is on its way. */
export const navigating = createStore(false);

interface BrowserRouterProps {
  mayRender: () => boolean;
  onDepart?: () => void;
  children: ReactNode;
}

/**
 * Follows the address in transitions: the old page stays until the new one is whole. `mayRender` says
 * no while HTML of the server waits for its code; the browser then goes there as it would without any script. `onDepart`
 * hears of each new address before its page is there.
 */
export function BrowserRouter({ mayRender, onDepart, children }: BrowserRouterProps) {
  const [visit, setVisit] = useState(() => ({ location: history.location, action: history.action }));
  const [isPending, startTransition] = useTransition();
  useLayoutEffect(
    () =>
      history.listen(({ location, action }) => {
        closeOverlays();
        onDepart?.();
        if (mayRender()) startTransition(() => setVisit({ location, action }));
        // Where the router made no entry, the browser has come to another part of this page by itself.
        else if (location.key !== 'default') window.location.reload();
      }),
    [mayRender, onDepart],
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
