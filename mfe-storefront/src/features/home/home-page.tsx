import { Link, type Prefetch } from '@shop/mfe-kit';
import { brandQuery } from './api/brand.ts';
import { useQuery } from '@tanstack/react-query';
import classes from './home-page.module.css';

export const prefetch: Prefetch = async (queryClient, { url }) => {
  const { brand } = await queryClient.ensureQueryData(brandQuery);
  return {
    head: {
      title: brand.name,
      description: brand.description,
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
  const { data } = useQuery(brandQuery);
  return (
    <section className={classes.hero}>
      <h1>{data?.brand.name}</h1>
      <p>{data?.brand.tagline}</p>
      <Link to="/shop" className={classes.action!}>
        Shop all pieces
      </Link>
    </section>
  );
}
