import type { AnswerOf, catalog, content } from '@shop/contracts/browser';
import { Link, type Prefetch } from '@shop/mfe-kit';
import { TextPageLink } from '@shop/mfe-kit/text-pages.tsx';
import { Banner } from '@shop/ui/banner.tsx';
import { buttonClass } from '@shop/ui/button.tsx';
import { pictureForPreview } from '@shop/ui/picture-sources.ts';
import { Picture } from '@shop/ui/picture.tsx';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Carousel } from '@shop/ui/carousel.tsx';
import { brandQuery } from '../../components/brand.ts';
import { categoriesQuery } from '../../components/categories.ts';
import { materialsQuery } from '../../components/materials.ts';
import frame from '../../components/page.module.css';
import { ProductGrid } from '../../components/product-grid.tsx';
import { material, plural } from '../../components/display-names.ts';
import { Late } from '../../components/late.tsx';
import { settled } from '../../components/page-results.ts';
import { bannersQuery, coverProductQuery, featuredQuery, postsQuery } from './api/home.ts';
import s from './home-page.module.css';

const loadRecentlyViewed = () =>
  import(/* webpackChunkName: "late" */ '../../components/recently-viewed/recently-viewed.tsx');

export const prefetch: Prefetch = async (queryClient, { url, secondary = settled }) => {
  const prefetchCovers = (entries: readonly Entry[]) =>
    Promise.all(
      entries.filter(({ image }) => !image).map(({ of }) => queryClient.prefetchQuery(coverProductQuery(of))),
    );
  // The shop's words and its featured pieces are the content; other sections are omitted when they fail.
  const [{ brand }, featured] = await Promise.all([
    queryClient.ensureQueryData(brandQuery),
    queryClient.ensureQueryData(featuredQuery),
    secondary([
      queryClient.ensureQueryData(categoriesQuery).then((answer) => prefetchCovers(categoryEntries(answer))),
      queryClient.prefetchQuery(bannersQuery),
      queryClient.ensureQueryData(materialsQuery).then((answer) => prefetchCovers(materialEntries(answer))),
      queryClient.prefetchQuery(postsQuery),
    ]),
  ]);
  const image = queryClient.getQueryData(bannersQuery.queryKey)?.banners[0]?.image ?? featured.products[0]?.images[0];
  return {
    head: {
      title: brand.tagline || brand.name,
      description: brand.description,
      canonical: '/',
      openGraph: { type: 'website', ...(image && { image: pictureForPreview(image), imageAlt: brand.tagline }) },
      jsonLd: [
        {
          '@type': 'Organization',
          name: brand.name,
          url: url.origin,
          email: brand.email,
          ...(brand.phone && { telephone: brand.phone }),
          sameAs: Object.values(brand.social),
        },
        {
          '@type': 'WebSite',
          name: brand.name,
          url: url.origin,
          potentialAction: {
            '@type': 'SearchAction',
            target: { '@type': 'EntryPoint', urlTemplate: `${url.origin}/search?q={search_term_string}` },
            'query-input': 'required name=search_term_string',
          },
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
        <Posts />
        <WhyUs />
        <Late load={loadRecentlyViewed} />
      </div>
    </>
  );
}

/** Banners with the shop's text below them; without banners, its first product next to the text; before there is one, the text. */
function Hero() {
  const { data: featured } = useQuery(featuredQuery);
  const piece = featured?.products[0];
  const { data } = useQuery(bannersQuery);
  const banners = data?.banners ?? [];
  if (banners.length > 0) {
    return (
      <>
        <Banners banners={banners} />
        <Intro className={s.below} isOpen={piece !== undefined} />
      </>
    );
  }
  if (!piece) return <Intro className={s.below} isOpen={false} />;
  return (
    <section className={s.hero}>
      <Intro />
      <div className={s.stage}>
        <Picture
          src={piece.images[0]}
          focus={piece.pictureNotes?.find(({ image }) => image === piece.images[0])?.focus}
          alt=""
          sizes="(min-width: 56rem) 45vw, 100vw"
          first
          ratio="4 / 5"
        />
      </div>
    </section>
  );
}

function Banners({ banners }: { banners: AnswerOf<typeof content.listBanners>['banners'] }) {
  return (
    <section className={s.banners}>
      <h2 id="banners-title" className="visually-hidden">
        Offers
      </h2>
      <Carousel labelledBy="banners-title" of="banners">
        {banners.map(({ _id, image, title, link, focus }, i) => (
          <li key={_id}>
            <Banner image={image} title={title} focus={focus} first={i === 0}>
              <Link to={link ?? '/shop'} className={buttonClass('primary')}>
                Shop now<span className="visually-hidden">: {title}</span>
              </Link>
            </Banner>
          </li>
        ))}
      </Carousel>
    </section>
  );
}

/** @param isOpen there are pieces to look at */
function Intro({ className = '', isOpen = true }: { className?: string | undefined; isOpen?: boolean }) {
  const { data } = useQuery(brandQuery);
  return (
    <div className={`${s.words} ${className}`}>
      <h1>{data?.brand.tagline || data?.brand.name || 'Fine jewellery'}</h1>
      {data?.brand.description && <p>{data.brand.description}</p>}
      {isOpen ? (
        <p className={s.actions}>
          <Link to="/shop" className={buttonClass('primary')}>
            Shop all pieces
          </Link>
          <TextPageLink page="about" className={buttonClass('secondary')}>
            How we work
          </TextPageLink>
        </p>
      ) : (
        <p>Our first pieces are on their way.</p>
      )}
    </div>
  );
}

/** A category or a material that links to its listing. */
interface Entry {
  of: Parameters<typeof coverProductQuery>[0];
  name: string;
  path: string;
  image: string | undefined;
}

const categoryEntries = ({ categories }: AnswerOf<typeof catalog.listCategories>): Entry[] =>
  categories.map(({ main, image }) => ({
    of: { main },
    name: plural(main),
    path: `/product/${encodeURIComponent(main)}`,
    image,
  }));

const materialEntries = ({ materials }: AnswerOf<typeof catalog.listMaterials>): Entry[] =>
  materials.map(({ tag, image }) => ({
    of: { tag },
    name: material(tag),
    path: `/material/${encodeURIComponent(tag)}`,
    image,
  }));

function Categories() {
  const { data } = useQuery(categoriesQuery);
  return (
    data && <EntryTiles id="categories" title="By category" entries={categoryEntries(data)} sizes={CATEGORY_SIZES} />
  );
}

const CATEGORY_SIZES = '(min-width: 64rem) 14vw, (min-width: 40rem) 30vw, 45vw';

function Materials() {
  const { data } = useQuery(materialsQuery);
  return (
    data && <EntryTiles id="materials" title="By material" entries={materialEntries(data)} sizes={MATERIAL_SIZES} />
  );
}

const MATERIAL_SIZES = '(min-width: 84rem) 20rem, (min-width: 48rem) 23vw, 45vw';

interface EntryTilesProps {
  id: 'categories' | 'materials';
  title: string;
  entries: readonly Entry[];
  sizes: string;
}

/** Each with its picture, or that of its first product. */
function EntryTiles({ id, title, entries, sizes }: EntryTilesProps) {
  const pieces = useQueries({
    queries: entries.map(({ of, image }) => ({ ...coverProductQuery(of), enabled: !image })),
  });
  if (entries.length === 0) return null;
  return (
    <section className={s.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <ul className={s[id]}>
        {entries.map(({ name, path, image }, i) => (
          <li key={path}>
            <Link to={path} className={s.face}>
              <Picture src={image ?? pieces[i]?.data?.products[0]?.images[0]} alt="" sizes={sizes} />
              <span>{name}</span>
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
    <section className={`${s.section} ${s.featured}`} aria-labelledby="featured-title">
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

/** One row on a wide screen. */
const POSTS_SHOWN = 6;

function Posts() {
  const { data } = useQuery(postsQuery);
  const { data: about } = useQuery(brandQuery);
  const posts = data?.posts.slice(0, POSTS_SHOWN) ?? [];
  if (posts.length === 0) return null;
  return (
    <section className={s.section} aria-labelledby="posts-title">
      <div className={s.head}>
        <h2 id="posts-title">On Instagram</h2>
        {about && (
          <a href={about.brand.social.instagram} className={s.more} target="_blank" rel="noopener noreferrer">
            Follow us
          </a>
        )}
      </div>
      <ul className={s.posts}>
        {posts.map(({ _id, post, url }, i) => (
          <li key={_id}>
            <a href={url} target="_blank" rel="noopener noreferrer">
              <Picture
                src={post}
                alt={`Our post on Instagram, ${i + 1} of ${posts.length}`}
                sizes="(min-width: 84rem) 13rem, (min-width: 48rem) 15vw, 30vw"
              />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

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
