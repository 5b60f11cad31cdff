import { useLocation } from '@shop/mfe-kit';
import { use, type ReactNode } from 'react';
import { PageSourceContext, matchPage } from './page.ts';

/** Hides header, footer and chat on pages with their own frame (admin). */
export function WhenNotBare({ children }: { children: ReactNode }) {
  const { routes } = use(PageSourceContext)!;
  const { pathname } = useLocation();
  return matchPage(routes, pathname)?.route.bare ? null : children;
}
