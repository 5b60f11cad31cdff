import { Skeleton } from '@shop/ui/skeleton.tsx';
import { startTransition, useState } from 'react';
import { type Card, ProductCard } from './product-card.tsx';
import s from './product-grid.module.css';
import { useLinksWithin } from './use-links-within.ts';
import { useHearts } from './wishlist/use-hearts.ts';

interface Props {
  cards: readonly Card[];
  /** The grid starts above the fold: the pictures of its first row are loaded eagerly. */
  isFirst?: boolean;
  headingLevel?: 2 | 3;
  /** Others are being loaded in place of these. */
  isStale?: boolean;
}

export function ProductGrid({ cards, isFirst = false, headingLevel, isStale = false }: Props) {
  const links = useLinksWithin();
  const hearts = useHearts();
  const [hasMouse, setHasMouse] = useState(false);
  return (
    <ul
      className={isStale ? `${s.grid} ${s.stale}` : s.grid}
      aria-busy={isStale || undefined}
      {...links}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && startTransition(() => setHasMouse(true))}
    >
      {cards.map((card, i) => (
        <li key={card._id}>
          <ProductCard
            card={card}
            first={isFirst && i < 2}
            withSecond={hasMouse}
            headingLevel={headingLevel}
            hearts={hearts}
          />
        </li>
      ))}
    </ul>
  );
}

/** Twelve placeholder cards (specification, section 2). */
export function ProductGridSkeleton({ count = 12 }: { count?: number }) {
  return (
    <div className={s.grid} role="status" aria-label="Loading products">
      {Array.from({ length: count }, (_, i) => (
        <div key={i} className={s.waiting}>
          <Skeleton ratio="1 / 1" />
          <Skeleton width="80%" />
          <Skeleton width="40%" />
        </div>
      ))}
    </div>
  );
}
