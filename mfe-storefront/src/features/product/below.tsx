import { useEffect } from 'react';
import { Reviews } from './reviews.tsx';
import { Similar } from './similar.tsx';

export interface BelowProps {
  productId: string;
  productGroup: string;
  name: string;
  rating: number;
  ratingCount: number;
  /** It is hydrated. */
  onAlive(): void;
}

/** What no one sees without scrolling: reviews and similar pieces. */
export default function Below({ productGroup, onAlive, ...product }: BelowProps) {
  useEffect(onAlive, [onAlive]);
  return (
    <>
      <Reviews {...product} />
      <Similar group={productGroup} />
    </>
  );
}
