import { cartOrder } from '@shop/contracts/browser';
import { call, Link, type Prefetch, useParams } from '@shop/mfe-kit';
import { buttonClass } from '@shop/ui/button.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { cardQueries, useCards } from '../../components/cards.ts';
import frame from '../../components/page.module.css';
import { ProductGrid, ProductGridSkeleton } from '../../components/product-grid.tsx';
import s from './wishlist-page.module.css';

const sharedQuery = (token: string) =>
  queryOptions({
    queryKey: ['storefront', 'shared-wishlist', token],
    queryFn: ({ signal }) => call(cartOrder.getSharedWishlist, { params: { token }, signal }),
  });

const titleOf = (firstName: string | undefined) => (firstName ? `${firstName}’s wishlist` : 'A wishlist');

export const prefetch: Prefetch = async (queryClient, { params }) => {
  const { firstName, productIds } = await queryClient.fetchQuery(sharedQuery(params.token ?? ''));
  await Promise.all(cardQueries(productIds).map((query) => queryClient.fetchQuery(query)));
  return { head: { title: titleOf(firstName), noindex: true } };
};

/** The wishlist of somebody who gave its link away: their pieces, and a first name at most. */
export function SharedWishlistPage() {
  const { token = '' } = useParams();
  const { data } = useSuspenseQuery(sharedQuery(token));
  const { byId, isLoading } = useCards(data.productIds);
  const cards = data.productIds.flatMap((id) => byId.get(id) ?? []);
  return (
    <div className={frame.page}>
      <header className={s.top}>
        <h1 className={frame.title}>{titleOf(data.firstName)}</h1>
      </header>
      {cards.length > 0 ? (
        <>
          <p className={s.note}>
            {cards.length} {cards.length === 1 ? 'piece' : 'pieces'}
          </p>
          <ProductGrid cards={cards.map((card) => ({ ...card, swatches: [] }))} isFirst />
        </>
      ) : isLoading && data.productIds.length > 0 ? (
        <ProductGridSkeleton count={4} />
      ) : (
        <EmptyState title="There is nothing on this list yet">
          <Link to="/shop" className={buttonClass('secondary')}>
            To the shop
          </Link>
        </EmptyState>
      )}
    </div>
  );
}
