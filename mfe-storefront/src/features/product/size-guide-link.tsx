import { openOverlay, useLoader } from '@shop/mfe-kit';
import s from './size-guide-link.module.css';

/** Their guides are for printing and measuring on, so they open beside the page. */
const ON_PAPER = new Set(['ring', 'bracelet', 'bangle']);

/** To the size guide of a category: a dialog, or for rings, bracelets and bangles a page in a new tab. */
export function SizeGuideLink({ category }: { category: string }) {
  const loader = useLoader();
  const href = `/size-guide/${encodeURIComponent(category)}`;
  if (ON_PAPER.has(category)) {
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
