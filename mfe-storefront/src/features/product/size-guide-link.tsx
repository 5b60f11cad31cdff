import { openOverlay, useLoader } from '@shop/mfe-kit';
import { type GuidedCategory, guidedCategory } from '../../components/guided-category.ts';
import s from './size-guide-link.module.css';

/** Guides for printing and measuring open in a new tab. */
const PRINTED_GUIDES = new Set<GuidedCategory>(['ring', 'bracelet', 'bangle']);

/** Opens a category's size guide, if it has one: a dialog, or a page in a new tab for rings, bracelets and bangles. */
export function SizeGuideLink({ category }: { category: string }) {
  const loader = useLoader();
  const kind = guidedCategory(category);
  if (!kind) return null;
  const href = `/size-guide/${encodeURIComponent(category)}`;
  if (PRINTED_GUIDES.has(kind)) {
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
