import type { AnswerOf, catalog } from '@shop/contracts/browser';
import { useCurrency } from '@shop/mfe-kit';
import { isPlainClick } from '@shop/mfe-kit/plain-click.ts';
import { Picture } from '@shop/ui/picture.tsx';
import { Rating } from '@shop/ui/rating.tsx';
import {
  type MouseEvent,
  type PointerEvent,
  type SyntheticEvent,
  startTransition,
  useState,
  ViewTransition,
} from 'react';
import s from './product-card.module.css';
import { nameInTransition } from './name-in-transition.ts';
import { Heart } from './wishlist/heart.tsx';
import type { Hearts } from './wishlist/use-hearts.ts';

export type Card = AnswerOf<typeof catalog.listProducts>['products'][number];

export const productPath = ({ productGroup, _id }: Pick<Card, 'productGroup' | '_id'>): string =>
  `/product/group/${productGroup}?variant=${_id}`;

/** Width of a picture in a listing; carousels show about as many side by side. */
const SIZES = '(min-width: 84rem) 19rem, (min-width: 64rem) 22vw, (min-width: 40rem) 31vw, 46vw';

interface Props {
  card: Card;
  /** Above the fold: its picture is loaded eagerly. */
  first?: boolean;
  /** Adds the second picture, shown on hover; only for devices with a mouse, so that others do not load it. */
  withSecond?: boolean;
  headingLevel?: 2 | 3;
  /** Without them the card has no heart. */
  hearts?: Hearts;
}

/**
 * A product in a listing: picture, name, metal, price, rating, and its other metals. A swatch under the mouse, with the focus or
 * tapped changes the card to its metal. Its links are plain: the list that contains the cards handles them (`useLinksWithin`).
 */
export function ProductCard({ card, first, withSecond = false, headingLevel = 2, hearts }: Props) {
  const { formatPrice } = useCurrency();
  const [chosen, setChosen] = useState<string>();
  /** Named only then: a page may show a piece twice, and a name is of one element. */
  const [isLeaving, setLeaving] = useState(false);
  const leave = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a');
    setLeaving(link !== null && isPlainClick(event, link));
  };
  const Heading = `h${headingLevel}` as const;
  const [picture, second] = card.images;
  const [note, noteOfSecond] = [picture, second].map((src) => card.pictureNotes?.find(({ image }) => image === src));
  const other = card.swatches.find(({ _id }) => _id === chosen && _id !== card._id);
  const shown = other ?? card;
  const told = other?.image ? other.pictureNote : note;
  const isSoldOut = shown.stock === 0;
  const hasOthers = card.swatches.some(({ stock }) => stock > 0);
  const isRated = card.ratingCount > 0;
  return (
    <article className={s.card} onClickCapture={leave}>
      <div className={s.pictures}>
        <ViewTransition name={isLeaving ? nameInTransition(shown._id) : 'auto'} default="none" share="piece">
          <Picture
            src={other?.image || picture}
            alt={told?.alt ?? `${card.name} in ${shown.metalTone}`}
            focus={told?.focus}
            sizes={SIZES}
            // The picture of another metal is wanted now.
            first={first || other !== undefined}
          />
        </ViewTransition>
        {withSecond && second && !other && (
          <Picture
            src={second}
            alt={noteOfSecond?.alt ?? `${card.name}, another view`}
            focus={noteOfSecond?.focus}
            sizes={SIZES}
            className={s.second}
          />
        )}
        {isSoldOut && (
          <span className={s.badge}>{hasOthers ? `Out of stock in ${shown.metalTone}` : 'Out of stock'}</span>
        )}
      </div>
      <Heading className={s.name}>
        <a href={productPath({ ...card, _id: shown._id })}>{card.name}</a>
      </Heading>
      {hearts && <Heart piece={{ ...shown, name: card.name }} hearts={hearts} className={s.heart} />}
      <p className={s.metal}>{metalOf(shown, card.carat)}</p>
      <p className={s.price}>{formatPrice(shown, 'short')}</p>
      {(isRated || card.swatches.length > 1) && (
        <div className={s.foot}>
          {isRated && <Rating value={card.rating} count={card.ratingCount} />}
          {card.swatches.length > 1 && <Swatches card={card} shownId={shown._id} onChoose={setChosen} />}
        </div>
      )}
    </article>
  );
}

const idOf = ({ target }: SyntheticEvent): string | undefined => (target as Element).closest('a')?.dataset['id'];

interface SwatchesProps {
  card: Card;
  shownId: string;
  onChoose(id: string): void;
}

function Swatches({ card, shownId, onChoose }: SwatchesProps) {
  const choose = (event: SyntheticEvent) => {
    const id = idOf(event);
    if (id) startTransition(() => onChoose(id));
  };
  /** Of all its links, as in `useLinksWithin`. */
  const handlers = {
    onPointerOver: (event: PointerEvent) => event.pointerType === 'mouse' && choose(event),
    onFocus: choose,
    onClick(event: MouseEvent) {
      // Without a mouse the first tap shows the metal, the next one leads to it.
      const isTouch = (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch';
      if (!isTouch || idOf(event) === shownId) return;
      event.preventDefault();
      choose(event);
    },
  };
  return (
    <ul className={s.swatches} aria-label="Comes in" {...handlers}>
      {card.swatches.map(({ _id, metalTone, stock }) => (
        <li key={_id}>
          <a
            href={productPath({ ...card, _id })}
            className={s.swatch}
            data-id={_id}
            data-tone={toneOf(metalTone)}
            data-shown={_id === shownId || undefined}
            data-sold-out={stock === 0 || undefined}
            title={metalTone}
            aria-label={`${card.name} in ${metalTone}${stock === 0 ? ', out of stock' : ''}`}
          />
        </li>
      ))}
    </ul>
  );
}

/** `18K Yellow Gold · 0.5 ct`. */
const metalOf = ({ purity, metalTone }: Pick<Card, 'purity' | 'metalTone'>, carat: number | undefined): string =>
  [[purity, metalTone].filter(Boolean).join(' '), ...(carat ? [`${carat} ct`] : [])].join(' · ');

/** The colour family of a metal tone, for its swatch. White metals differ: a piece may come in several of them. */
export function toneOf(metalTone: string): 'yellow' | 'rose' | 'white' | 'platinum' | 'silver' | 'oxidised' {
  const tone = metalTone.toLowerCase();
  for (const family of ['rose', 'yellow', 'oxidised', 'silver', 'platinum'] as const) {
    if (tone.includes(family)) return family;
  }
  return 'white';
}
