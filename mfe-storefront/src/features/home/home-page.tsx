import { Link, type Prefetch } from '@shop/mfe-kit';
import { buttonClass } from '@shop/ui/button.tsx';
import { useQueries, useQuery } from '@tanstack/react-query';
import frame from '../../components/page.module.css';
import { Picture } from '../../components/picture.tsx';
import { toneOf } from '../../components/product-card.tsx';
import { ProductGrid } from '../../components/product-grid.tsx';
import { capitalized, plural } from '../../components/words.ts';
import { brandQuery, categoriesQuery, faceOfCategoryQuery, featuredQuery, materialsQuery } from './api/home.ts';
import s from './home-page.module.css';

export const prefetch: Prefetch = async (queryClient, { url }) => {
  const faces = queryClient
    .ensureQueryData(categoriesQuery)
    .then(({ categories }) =>
      Promise.all(categories.map(({ main }) => queryClient.prefetchQuery(faceOfCategoryQuery(main)))),
    );
  // The front door opens with whatever there is: a part that does not come is left out.
  const [answer] = await Promise.allSettled([
    queryClient.ensureQueryData(brandQuery),
    faces,
    queryClient.prefetchQuery(featuredQuery),
    queryClient.prefetchQuery(materialsQuery),
  ]);
  if (answer.status === 'rejected') return { head: { title: 'Fine jewellery', canonical: '/' } };
  const { brand } = answer.value;
  return {
    head: {
      title: brand.tagline || brand.name,
      description: brand.description,
      canonical: '/',
      openGraph: { type: 'website' },
      jsonLd: [
        {
          '@type': 'Organization',
          name: brand.name,
          url: url.origin,
          email: brand.email,
          telephone: brand.phone,
          sameAs: Object.values(brand.social),
        },
      ],
    },
  };
};

export function HomePage() {
  return (
    <>
      <Hero />
      <div className={frame.page}>
        <Categories />
        <Featured />
        <Materials />
        <WhyUs />
      </div>
    </>
  );
}

function Hero() {
  const { data } = useQuery(brandQuery);
  const { data: featured } = useQuery(featuredQuery);
  const piece = featured?.products[0];
  return (
    <section className={s.hero}>
      <div className={s.words}>
        <h1>{data?.brand.tagline || data?.brand.name || 'Fine jewellery'}</h1>
        <p>{data?.brand.description}</p>
        <p className={s.actions}>
          <Link to="/shop" className={buttonClass('primary')}>
            Shop all pieces
          </Link>
          <Link to="/about" className={buttonClass('secondary')}>
            How we work
          </Link>
        </p>
      </div>
      <div className={s.stage}>
        <Picture src={piece?.images[0]} alt="" sizes="(min-width: 56rem) 45vw, 100vw" first ratio="4 / 5" />
      </div>
    </section>
  );
}

function Categories() {
  const { data } = useQuery(categoriesQuery);
  const categories = data?.categories ?? [];
  const faces = useQueries({ queries: categories.map(({ main }) => faceOfCategoryQuery(main)) });
  if (categories.length === 0) return null;
  return (
    <section className={s.section} aria-labelledby="categories-title">
      <h2 id="categories-title">By category</h2>
      <ul className={s.categories}>
        {categories.map(({ _id, main }, i) => (
          <li key={_id}>
            <Link to={`/product/${encodeURIComponent(main)}`} className={s.category}>
              <Picture
                src={faces[i]?.data?.products[0]?.images[0]}
                alt=""
                sizes="(min-width: 64rem) 14vw, (min-width: 40rem) 30vw, 45vw"
              />
              <span>{plural(main)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Featured() {
  const { data } = useQuery(featuredQuery);
  if (!data || data.products.length === 0) return null;
  return (
    <section className={s.section} aria-labelledby="featured-title">
      <div className={s.head}>
        <h2 id="featured-title">Featured pieces</h2>
        <Link to="/shop" className={s.more}>
          See all {data.totalCount}
        </Link>
      </div>
      <ProductGrid cards={data.products} headingLevel={3} />
    </section>
  );
}

function Materials() {
  const { data } = useQuery(materialsQuery);
  if (!data || data.materials.length === 0) return null;
  return (
    <section className={s.section} aria-labelledby="materials-title">
      <h2 id="materials-title">By material</h2>
      <ul className={s.materials}>
        {data.materials.map(({ _id, tag }) => (
          <li key={_id}>
            <Link to={`/material/${encodeURIComponent(tag)}`} className={s.material} data-tone={metalOf(tag)}>
              {capitalized(tag.replaceAll('-', ' '))}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Gold is yellow where nothing else is said; platinum looks white. */
const metalOf = (tag: string) => (tag === 'gold' ? 'yellow' : toneOf(tag));

function WhyUs() {
  const { data } = useQuery(brandQuery);
  const promises = data?.brand.promises ?? [];
  if (promises.length === 0) return null;
  return (
    <section className={s.section} aria-labelledby="why-title">
      <h2 id="why-title">Why people come back</h2>
      <ul className={s.reasons}>
        {promises.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
