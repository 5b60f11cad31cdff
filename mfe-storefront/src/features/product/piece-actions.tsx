import { useSession } from '@shop/mfe-kit';
import { useEffect } from 'react';
import { rememberViewed } from '../../components/recently-viewed/viewed.ts';
import { productPath } from '../../components/product-card.tsx';
import { Heart } from '../../components/wishlist/heart.tsx';
import { useHearts } from '../../components/wishlist/use-hearts.ts';
import type { Product } from './api/product.ts';
import { ShareButton } from './share/share-button.tsx';
import s from './piece-actions.module.css';

/** What can be done with a piece besides buying it. It also remembers that the visitor looked at the piece. */
export function PieceActions({ product }: { product: Product }) {
  const hearts = useHearts();
  const { status, user } = useSession();
  const userId = user?._id ?? null;
  const { _id, productGroup } = product;
  useEffect(() => {
    if (status !== 'unknown') rememberViewed({ _id, productGroup }, userId);
  }, [status, userId, _id, productGroup]);
  return (
    <div className={s.actions}>
      <Heart piece={product} hearts={hearts} />
      <ShareButton name={product.name} path={productPath(product)} image={product.images[0]} />
    </div>
  );
}
