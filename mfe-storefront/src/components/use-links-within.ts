import { STAY, useLoader, useNavigate } from '@shop/mfe-kit';
import { isPlainClick } from '@shop/mfe-kit/plain-click.ts';
import { type MouseEvent, type SyntheticEvent, useRef } from 'react';

const linkOf = ({ target }: SyntheticEvent): HTMLAnchorElement | null => (target as Element).closest('a');

/**
 * Handlers for a list of plain links: they navigate and preload like `Link`. A listing has fifty links, and each `Link`
 * costs two components and four handlers at hydration. With `stays` they keep the scroll position.
 */
export function useLinksWithin({ stays = false } = {}) {
  const navigate = useNavigate();
  const loader = useLoader();
  const last = useRef<string>(undefined);
  const preload = (event: SyntheticEvent) => {
    const href = linkOf(event)?.getAttribute('href');
    if (!href || href === last.current) return;
    last.current = href;
    loader.preloadPage(href);
  };
  return {
    onClick(event: MouseEvent) {
      const link = linkOf(event);
      if (!link?.hasAttribute('href') || event.defaultPrevented || !isPlainClick(event, link)) return;
      event.preventDefault();
      void navigate(link.getAttribute('href')!, {
        replace: link.href === window.location.href,
        ...(stays && { state: STAY }),
      });
    },
    onPointerOver: preload,
    onFocus: preload,
    onTouchStart: preload,
  };
}
