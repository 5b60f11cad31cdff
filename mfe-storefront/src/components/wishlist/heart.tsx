import s from './heart.module.css';
import type { Piece } from './saved-pieces.ts';
import type { Hearts } from './use-hearts.ts';

interface Props {
  piece: Piece;
  hearts: Hearts;
  className?: string;
}

/** Saves a piece to the wishlist, or removes it. Without scripts there is none. */
export function Heart({ piece, hearts, className = '' }: Props) {
  return (
    <button
      type="button"
      className={`${s.heart} ${className}`}
      aria-pressed={hearts.saved.has(piece._id)}
      aria-label={`Save ${piece.name} to the wishlist`}
      onClick={() => hearts.toggle(piece)}
    />
  );
}
