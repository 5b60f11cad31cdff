import type { AnswerOf, catalog } from '@shop/contracts/browser';
import { useCurrency } from '@shop/mfe-kit';
import { Picture } from '@shop/ui/picture.tsx';
import { Rating } from '@shop/ui/rating.tsx';
import s from './product-card.module.css';

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
}

/**
 * A product in a listing: picture, name, price, rating, and its metals. Its links are plain: the list that contains the
 * cards handles them (`useLinksWithin`).
 */
export function ProductCard({ card, first, withSecond = false, headingLevel = 2 }: Props) {
  const { formatPrice } = useCurrency();
  const Heading = `h${headingLevel}` as const;
  const [picture, second] = card.images;
  const isSoldOut = card.stock === 0;
  const hasOthers = card.swatches.some(({ stock }) => stock > 0);
  return (
    <article className={s.card}>
      <div className={s.pictures}>
        <Picture src={picture} alt={`${card.name} in ${card.metalTone}`} sizes={SIZES} first={first} />
        {withSecond && second && (
          <Picture src={second} alt={`${card.name}, another view`} sizes={SIZES} className={s.second} />
        )}
        {isSoldOut && (
          <span className={s.badge}>{hasOthers ? `Out of stock in ${card.metalTone}` : 'Out of stock'}</span>
        )}
      </div>
      <Heading className={s.name}>
        <a href={productPath(card)}>{card.name}</a>
      </Heading>
      <p className={s.price}>{formatPrice(card)}</p>
      <div className={s.foot}>
        <Rating value={card.rating} count={card.ratingCount} />
        {card.swatches.length > 1 && (
          <ul className={s.swatches} aria-label="Comes in">
            {card.swatches.map(({ _id, metalTone, stock }) => (
              <li key={_id}>
                <a
                  href={productPath({ ...card, _id })}
                  className={s.swatch}
                  data-tone={toneOf(metalTone)}
                  data-sold-out={stock === 0 || undefined}
                  title={metalTone}
                  aria-label={`${card.name} in ${metalTone}${stock === 0 ? ', out of stock' : ''}`}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </article>
  );
}

/** The colour family of a metal tone, for its swatch. White metals differ: a piece may come in several of them. */
export function toneOf(metalTone: string): 'yellow' | 'rose' | 'white' | 'platinum' | 'silver' | 'oxidised' {
  const tone = metalTone.toLowerCase();
  for (const family of ['rose', 'yellow', 'oxidised', 'silver', 'platinum'] as const) {
    if (tone.includes(family)) return family;
  }
  return 'white';
}
