import { Button } from '@shop/ui/button.tsx';
import { Carousel } from '@shop/ui/carousel.tsx';
import { useState } from 'react';
import { useCards } from '../cards.ts';
import { ProductCard } from '../product-card.tsx';
import { useLinksWithin } from '../use-links-within.ts';
import { useHearts } from '../wishlist/use-hearts.ts';
import s from './strip.module.css';
import { forgetViewed, type ViewedPiece } from './viewed.ts';

/** The strip as it is when the page is opened; what left the shop is not in it. */
export function Strip({ pieces: given }: { pieces: readonly ViewedPiece[] }) {
  const [pieces, setPieces] = useState(given);
  const [isCleared, setCleared] = useState(false);
  const { byId } = useCards(pieces.map(({ _id }) => _id));
  const links = useLinksWithin();
  const hearts = useHearts();
  const cards = pieces.flatMap(({ _id }) => byId.get(_id) ?? []);
  if (isCleared) {
    return (
      <p className={s.cleared} role="status">
        What you looked at is forgotten.
      </p>
    );
  }
  if (cards.length === 0) return null;
  return (
    <section className={s.strip} aria-labelledby="viewed-title">
      <div className={s.head}>
        <h2 id="viewed-title">Recently viewed</h2>
        <Button
          look="quiet"
          onClick={() => {
            forgetViewed();
            setPieces([]);
            setCleared(true);
          }}
        >
          Clear<span className="visually-hidden"> what I looked at</span>
        </Button>
      </div>
      <Carousel labelledBy="viewed-title" of="pieces" handlers={links}>
        {cards.map((card) => (
          <li key={card._id}>
            <ProductCard card={card} headingLevel={3} hearts={hearts} />
          </li>
        ))}
      </Carousel>
    </section>
  );
}
