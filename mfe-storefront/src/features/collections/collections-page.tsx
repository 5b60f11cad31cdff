import { breadcrumbs, Link, messageOf, type Prefetch, useLocation } from '@shop/mfe-kit';
import { Breadcrumbs } from '@shop/ui/breadcrumbs.tsx';
import { buttonClass } from '@shop/ui/button.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { ErrorState } from '@shop/ui/error-state.tsx';
import { Picture } from '@shop/ui/picture.tsx';
import { pictureForPreview } from '@shop/ui/picture-sources.ts';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import frame from '../../components/page.module.css';
import { type Collection, collectionsQuery } from './api/collections.ts';
import s from './collections-page.module.css';

const GIFTS = '/gifts';
const TITLES = { collections: 'Collections', gifts: 'Gift guides' };
const titleOf = (pathname: string): string => (pathname === GIFTS ? TITLES.gifts : TITLES.collections);

const stepsTo = (pathname: string) => [
  { name: 'Home', path: '/' },
  { name: TITLES.collections, path: '/collections' },
  ...(pathname === GIFTS ? [{ name: TITLES.gifts, path: GIFTS }] : []),
];

export const prefetch: Prefetch = async (queryClient, { url }) => {
  const { collections } = await queryClient.ensureQueryData(collectionsQuery);
  const isGifts = url.pathname === GIFTS;
  const image = collections.find(({ kind }) => !isGifts || kind === 'gift-guide')?.image;
  return {
    head: {
      title: titleOf(url.pathname),
      description: isGifts
        ? 'Jewellery to give, by occasion and by price: guides put together by hand.'
        : 'Jewellery that belongs together, put together by hand: bridal, everyday, solitaires, gifts and more.',
      canonical: url.pathname,
      ...(image && { openGraph: { image: pictureForPreview(image), imageAlt: titleOf(url.pathname) } }),
      jsonLd: [breadcrumbs(url.origin, stepsTo(url.pathname))],
    },
  };
};

/** All collections and gift guides at /collections; the gift guides alone at /gifts. */
export function CollectionsPage() {
  const { pathname } = useLocation();
  const { data, error, refetch } = useQuery(collectionsQuery);
  const ofKind = (kind: Collection['kind']) => data?.collections.filter((one) => one.kind === kind) ?? [];
  const guides = ofKind('gift-guide');
  const collections = pathname === GIFTS ? [] : ofKind('collection');
  return (
    <div className={frame.page}>
      <Breadcrumbs steps={stepsTo(pathname)} link={Link} />
      <h1 className={frame.title}>{titleOf(pathname)}</h1>
      {!data && error ? (
        <ErrorState title="The collections could not be loaded" why={messageOf(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <TilesSkeleton />
      ) : collections.length + guides.length === 0 ? (
        <EmptyState title={pathname === GIFTS ? 'No gift guides at the moment' : 'No collections at the moment'}>
          <Link to="/shop" className={buttonClass('secondary')}>
            To the shop
          </Link>
        </EmptyState>
      ) : (
        <>
          {collections.length > 0 && <Tiles collections={collections} isFirst />}
          {guides.length > 0 &&
            (pathname === GIFTS ? (
              <Tiles collections={guides} isFirst />
            ) : (
              <section aria-labelledby="gift-guides">
                <h2 id="gift-guides" className={s.subtitle}>
                  {TITLES.gifts}
                </h2>
                <Tiles collections={guides} isFirst={collections.length === 0} headingLevel={3} />
              </section>
            ))}
        </>
      )}
    </div>
  );
}

const SIZES = '(min-width: 84rem) 26rem, (min-width: 56rem) 31vw, (min-width: 34rem) 46vw, 92vw';
/** Of the first row on a desk. */
const EAGER = 3;

interface TilesProps {
  collections: readonly Collection[];
  /** Above the fold: the first row is loaded eagerly. */
  isFirst?: boolean;
  headingLevel?: 2 | 3;
}

function Tiles({ collections, isFirst = false, headingLevel = 2 }: TilesProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <ul className={s.tiles}>
      {collections.map(({ slug, name, text, image, totalCount }, at) => (
        <li key={slug} className={s.tile}>
          <Picture
            src={image}
            alt=""
            sizes={SIZES}
            first={isFirst && at < EAGER}
            ratio="1 / 1"
            className={s.picture!}
          />
          <div className={s.words}>
            <Heading className={s.name}>
              <Link to={`/collection/${encodeURIComponent(slug)}`} className={s.link!}>
                {name}
              </Link>
            </Heading>
            <p className={s.count}>
              {totalCount} {totalCount === 1 ? 'piece' : 'pieces'}
            </p>
            {text && <p className={s.text}>{text}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}

function TilesSkeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">Loading collections…</span>
      <div className={s.tiles} aria-hidden="true">
        {Array.from({ length: 6 }, (_, i) => (
          <Skeleton key={i} height="24rem" />
        ))}
      </div>
    </div>
  );
}
