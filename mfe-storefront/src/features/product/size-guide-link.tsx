import { openOverlay, useLoader } from '@shop/mfe-kit';
import s from './size-guide-link.module.css';

/** Guides for printing and measuring open in a new tab. */
const PRINTED_GUIDES = new Set(['ring', 'bracelet', 'bangle']);

/** Opens a category's size guide: a dialog, or a page in a new tab for rings, bracelets and bangles. */
export function SizeGuideLink({ category }: { category: string }) {
  const loader = useLoader();
  const href = `/size-guide/${encodeURIComponent(category)}`;
  if (PRINTED_GUIDES.has(category)) {
    return (
      <a className={s.link} href={href} target="_blank" rel="noopener">
        Size guide<span className="visually-hidden"> (opens in a new tab)</span>
      </a>
    );
  }
  const preload = () => loader.preloadPart('storefront/size-guide');
  return (
    <a
      className={s.link}
      href={href}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={(event) => {
        event.preventDefault();
        void openOverlay('storefront/size-guide', { category });
      }}
    >
      Size guide
    </a>
  );
}
