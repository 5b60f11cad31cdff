import { Router, closeOverlays, createBrowserHistory, createStore } from '@shop/mfe-kit';
import { useEffect, useLayoutEffect, useState, useTransition, type ReactNode } from 'react';

const history = createBrowserHistory({ v5Compat: true });

/** True while a page is loading. */
export const navigating = createStore(false);

interface BrowserRouterProps {
  mayRender: () => boolean;
  onDepart?: () => void;
  children: ReactNode;
}

/**
 * Follows the location in transitions: the old page stays until the new one is complete. While `mayRender` returns false (HTML of
 * the server waits for its code), a navigation loads a document. `onDepart` is called for each new location before its page is
 * loaded.
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
        // The key `default` is an entry of the browser: a link to an anchor of this page.
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

/** Replaces the current history entry, from outside of React: Back must not return to it (`/user/logout`). */
export const replaceLocation = (path: string) => history.replace(path);
