import { useLoader } from '@shop/mfe-kit';
import { useLayoutEffect } from 'react';
import { Reviews } from './reviews.tsx';
import { Similar } from './similar.tsx';

export interface BelowProps {
  productId: string;
  productGroup: string;
  name: string;
  rating: number;
  ratingCount: number;
}

/** What no one sees without scrolling: reviews and similar pieces. */
export default function Below({ productGroup, ...product }: BelowProps) {
  const loader = useLoader();
  // `data-late` of the frame.
  useLayoutEffect(() => loader.alive?.('product/below'), [loader]);
  return (
    <>
      <Reviews {...product} />
      <Similar group={productGroup} />
    </>
  );
}
