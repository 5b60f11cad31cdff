import { useQuery } from '@tanstack/react-query';
import { ProductCard } from '../../components/product-card.tsx';
import { similarQuery } from './api/product.ts';
import s from './similar.module.css';

/** Pieces of the same material, in a row that scrolls by touch, wheel and keyboard. */
export function Similar({ group }: { group: string }) {
  const { data } = useQuery(similarQuery(group));
  if (!data || data.products.length === 0) return null;
  return (
    <section className={s.similar} aria-labelledby="similar-title">
      <h2 id="similar-title">Explore Similar</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <ul className={s.row} tabIndex={0} aria-labelledby="similar-title">
        {data.products.map((card) => (
          <li key={card._id}>
            <ProductCard card={card} headingLevel={3} />
          </li>
        ))}
      </ul>
    </section>
  );
}
