import { Late } from '../../components/late.tsx';
import { productPath } from '../../components/product-card.tsx';
import { Heart } from '../../components/wishlist/heart.tsx';
import { useHearts } from '../../components/wishlist/use-hearts.ts';
import type { Product } from './api/product.ts';
import s from './piece-actions.module.css';

const loadShare = () => import(/* webpackChunkName: "late" */ './share/share-button.tsx');

/** What can be done with a piece besides buying it. */
export function PieceActions({ product }: { product: Product }) {
  const hearts = useHearts();
  return (
    <div className={s.actions}>
      <Heart piece={product} hearts={hearts} />
      <Late load={loadShare} name={product.name} path={productPath(product)} image={product.images[0]} />
    </div>
  );
}
