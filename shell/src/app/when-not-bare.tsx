import { useLocation } from '@shop/mfe-kit';
import { use, type ReactNode } from 'react';
import { PageSourceContext, matchPage } from './page.ts';

/** Header and footer are left out where a page brings its own frame (the admin's). */
export function WhenNotBare({ children }: { children: ReactNode }) {
  const { routes } = use(PageSourceContext)!;
  const { pathname } = useLocation();
  return matchPage(routes, pathname)?.route.bare ? null : children;
}
