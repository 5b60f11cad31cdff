import { SessionContext, useInBrowser, useAccount, useStore } from '@shop/mfe-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useEffect } from 'react';
import { followGuestList, guestList, type SavedPiece } from '../../components/wishlist/guest-list.ts';
import { remove, save, type Wish, wishlistQuery } from '../../components/wishlist/list.ts';

/** The visitor's list: of the account, or of this browser. `items` are undefined while they are not known. */
export function useWishlist() {
  const session = use(SessionContext)!;
  const queryClient = useQueryClient();
  const { status, user } = useAccount();
  const isInBrowser = useInBrowser();
  const isGuest = status === 'guest';
  const { data, error, refetch } = useQuery({ ...wishlistQuery, enabled: user !== null });
  const ofGuest = useStore(guestList);
  useEffect(() => (isGuest ? followGuestList(() => {}) : undefined), [isGuest]);
  const items: readonly (SavedPiece & Pick<Wish, 'gone'>)[] | undefined =
    !isInBrowser || status === 'unknown' ? undefined : isGuest ? ofGuest : data?.items;
  return {
    items,
    isGuest,
    share: data?.share,
    error: isGuest ? null : error,
    retry: () => void refetch(),
    save: (piece: SavedPiece) => save(piece, session, queryClient),
    remove: (productId: string) => remove(productId, session, queryClient),
  };
}
