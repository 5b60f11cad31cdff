import { Link as RouterLink, NavLink as RouterNavLink, useHref, type LinkProps, type NavLinkProps } from 'react-router-dom';
import { useLoader } from './loader.ts';

/** Loads the page behind a link when the visitor shows the intent: pointer, touch or focus on it. */
function useIntent({ to, relative }: Pick<LinkProps, 'to' | 'relative'>) {
  const loader = useLoader();
  const href = useHref(to, { relative });
  const preload = () => loader.preloadPage(href);
  return { onPointerEnter: preload, onTouchStart: preload, onFocus: preload };
}

/** The router's link, which loads its page ahead of the click. */
export function Link(props: LinkProps) {
  return <RouterLink {...useIntent(props)} {...props} />;
}

export function NavLink(props: NavLinkProps) {
  return <RouterNavLink {...useIntent(props)} {...props} />;
}
