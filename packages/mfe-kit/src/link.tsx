import { use, type AnchorHTMLAttributes, type MouseEvent } from 'react';
import {
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_NavigationContext as NavigationContext,
  useLocation,
} from 'react-router-dom';
import { useLoader } from './loader.ts';
import { isPlainClick } from './plain-click.ts';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path of the shop (`/product/ring`), or another query or fragment of this page (`?page=2`, `#reviews`). */
  to: string;
  /** In place of the entry of the history, not after it. */
  replace?: boolean;
  /** The page stays where it is scrolled to: another view of the same thing. */
  preventScrollReset?: boolean;
}

/** History state of a navigation that shall not scroll. */
export const STAY = { stay: true };

/**
 * A link within the shop: navigates without loading a document, and loads the page ahead when the visitor shows the intent
 * (pointer, touch, focus). The router's own link resolves every address anew on every render, which a page with a hundred
 * links feels on the server.
 */
export function Link({
  to,
  replace = false,
  preventScrollReset = false,
  onClick,
  onPointerEnter,
  onTouchStart,
  onFocus,
  children,
  ...rest
}: LinkProps) {
  const { navigator } = use(NavigationContext);
  const loader = useLoader();
  // Asked for only where it matters: the other links of a page are left alone when its address changes.
  const href = to.startsWith('/') ? to : use(LocationContext).location.pathname + to;
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event, event.currentTarget)) return;
    event.preventDefault();
    const isHere = event.currentTarget.href === window.location.href;
    const state = preventScrollReset ? STAY : undefined;
    // To where one is already: no second entry that Back would have to pass.
    if (replace || isHere) navigator.replace(href, state);
    else navigator.push(href, state);
  };
  const preload = () => loader.preloadPage(href);
  return (
    <a
      {...rest}
      href={href}
      onClick={go}
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        preload();
      }}
      onTouchStart={(event) => {
        onTouchStart?.(event);
        preload();
      }}
      onFocus={(event) => {
        onFocus?.(event);
        preload();
      }}
    >
      {children}
    </a>
  );
}

/** A link that says by `aria-current` that one is on its page, or below it. */
export function NavLink(props: LinkProps) {
  const { pathname } = useLocation();
  const isHere = pathname === props.to || pathname.startsWith(`${props.to}/`);
  return <Link {...props} aria-current={isHere ? 'page' : undefined} />;
}
