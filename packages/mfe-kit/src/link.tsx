import { use, type AnchorHTMLAttributes, type MouseEvent } from 'react';
import {
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_NavigationContext as NavigationContext,
  useLocation,
} from 'react-router-dom';
import { useLoader } from './loader.ts';
import { isPlainClick } from './plain-click.ts';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path of the shop (`/product/ring`), or a query or hash of this page (`?page=2`, `#reviews`). */
  to: string;
  /** Replaces the history entry. */
  replace?: boolean;
  /** Keeps the scroll position. */
  preventScrollReset?: boolean;
}

/** History state of a navigation that keeps the scroll position. */
export const STAY = { stay: true };

/**
 * A link within the shop: navigates without loading a document and preloads the page on hover, touch and focus. The router's own
 * link resolves its address on every render, which is slow on the server for pages with a hundred links.
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
  // Read only if needed, so that absolute links do not re-render when the location changes.
  const href = to.startsWith('/') ? to : use(LocationContext).location.pathname + to;
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event, event.currentTarget)) return;
    event.preventDefault();
    const isHere = event.currentTarget.href === window.location.href;
    const state = preventScrollReset ? STAY : undefined;
    // A link to the current page adds no history entry.
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

/** A link with `aria-current` when the location is its page or below. */
export function NavLink(props: LinkProps) {
  const { pathname } = useLocation();
  const isHere = pathname === props.to || pathname.startsWith(`${props.to}/`);
  return <Link {...props} aria-current={isHere ? 'page' : undefined} />;
}
