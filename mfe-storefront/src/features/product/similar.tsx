import { useQuery } from '@tanstack/react-query';
import { Carousel } from '@shop/ui/carousel.tsx';
import { ProductCard } from '../../components/product-card.tsx';
import { useLinksWithin } from '../../components/use-links-within.ts';
import { useHearts } from '../../components/wishlist/use-hearts.ts';
import { similarQuery } from './api/product.ts';
import s from './similar.module.css';

/** Products of the same material. */
export function Similar({ group }: { group: string }) {
  const { data } = useQuery(similarQuery(group));
  const links = useLinksWithin();
  const hearts = useHearts();
  if (!data || data.products.length === 0) return null;
  return (
    <section className={s.similar} aria-labelledby="similar-title">
      <h2 id="similar-title">Explore Similar</h2>
      <Carousel labelledBy="similar-title" of="pieces" handlers={links}>
        {data.products.map((card) => (
          <li key={card._id}>
            <ProductCard card={card} headingLevel={3} hearts={hearts} />
          </li>
        ))}
      </Carousel>
    </section>
  );
}
