import { type AnswerOf, cartOrder } from '@shop/contracts/browser';
import { accountIn, call, messageOf, type SessionActions, type SessionState, type Store, toast } from '@shop/mfe-kit';
import { type QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query';
import {
  changeGuestList,
  followGuestList,
  GUEST_LIMIT,
  guestList,
  refreshGuestList,
  type SavedPiece,
} from './guest-list.ts';
import { type Piece, savedPieces } from './saved-pieces.ts';

export interface Session {
  state: Store<SessionState>;
  actions: SessionActions;
}

export type Wishlist = AnswerOf<typeof cartOrder.getWishlist>;
export type Wish = Wishlist['items'][number];

/** The list of the signed-in user. */
export const wishlistQuery = queryOptions({
  queryKey: ['storefront', 'wishlist'],
  queryFn: ({ signal }) => call(cartOrder.getWishlist, { signal }),
  // Another tab or device may have changed it.
  refetchOnWindowFocus: 'always',
});

const show = (of: string | undefined, items: readonly { productId: string }[]) =>
  savedPieces.set({ of, ids: new Set(items.map(({ productId }) => productId)) });
const showGuestList = (items: readonly SavedPiece[]) => show(undefined, items);

/** Shows on the hearts what the visitor has saved, until the returned function is called. */
export function follow({ state }: Session, queryClient: QueryClient): () => void {
  const { user } = accountIn(state.get());
  if (!user) return followGuestList(showGuestList);
  const observer = new QueryObserver(queryClient, wishlistQuery);
  show(user._id, observer.getCurrentResult().data?.items ?? []);
  return observer.subscribe(({ data }) => data && show(user._id, data.items));
}

/** Saves a piece, or removes it. What fails is said in a toast. */
export async function change(
  piece: Piece,
  isWanted: boolean,
  session: Session,
  queryClient: QueryClient,
): Promise<void> {
  if (session.state.get().status === 'unknown') await session.actions.refresh();
  const saved: SavedPiece = {
    productId: piece._id,
    addedAt: new Date().toISOString(),
    name: piece.name,
    price: piece.price,
  };
  const isDone = isWanted ? await save(saved, session, queryClient) : await remove(piece._id, session, queryClient);
  if (isDone && isWanted) toast.success('Saved to your wishlist');
}

/** Puts a piece on the list; one that is there stays. Resolves to whether it is there now. */
export async function save(piece: SavedPiece, { state }: Session, queryClient: QueryClient): Promise<boolean> {
  const { productId, name, ...saved } = piece;
  if (accountIn(state.get()).user) {
    return changeAccountList(
      queryClient,
      (items) => newestFirst([{ productId, ...saved }, ...items.filter((item) => item.productId !== productId)]),
      () => call(cartOrder.addWish, { params: { productId }, body: saved }),
    );
  }
  refreshGuestList();
  const list = guestList.get();
  if (list.some((item) => item.productId === productId)) return true;
  if (list.length >= GUEST_LIMIT) {
    toast.error('Your wishlist is full. Please remove a piece first');
    return false;
  }
  const isStored = changeGuestList((items) => newestFirst([{ ...piece, ...(name && { name }) }, ...items]));
  // Nothing follows a list that was empty.
  showGuestList(guestList.get());
  if (!isStored) toast.error('This browser stores nothing. Sign in to keep a wishlist');
  return isStored;
}

/** Takes a piece off the list. Resolves to whether it is gone. */
export async function remove(productId: string, { state }: Session, queryClient: QueryClient): Promise<boolean> {
  const others = <T extends { productId: string }>(items: readonly T[]) =>
    items.filter((item) => item.productId !== productId);
  if (accountIn(state.get()).user) {
    return changeAccountList(queryClient, others, () => call(cartOrder.removeWish, { params: { productId } }));
  }
  const isStored = changeGuestList(others);
  showGuestList(guestList.get());
  return isStored;
}

const newestFirst = <T extends { addedAt: string }>(items: readonly T[]): T[] =>
  items.toSorted((a, b) => Date.parse(b.addedAt) - Date.parse(a.addedAt));

/** Shown at once; the server's list wins. */
async function changeAccountList(
  queryClient: QueryClient,
  update: (items: readonly Wish[]) => Wish[],
  send: () => Promise<unknown>,
): Promise<boolean> {
  await queryClient.cancelQueries(wishlistQuery);
  queryClient.setQueryData(wishlistQuery.queryKey, (list: Wishlist | undefined) =>
    list ? { ...list, items: update(list.items) } : list,
  );
  try {
    await send();
    return true;
  } catch (error) {
    toast.error(messageOf(error));
    return false;
  } finally {
    void queryClient.invalidateQueries(wishlistQuery);
  }
}

/** One tab at a time. Without locks (plain HTTP) two may send the same list, which changes nothing. */
const alone = (work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('shop:wishlist', work) : work();

/** Gives what was saved before signing in to the account. It stays in the browser until the account has it. */
export const giveToAccount = (queryClient: QueryClient): Promise<void> =>
  alone(async () => {
    refreshGuestList();
    const given = guestList.get();
    if (given.length === 0) return;
    const items = given.map(({ name: _, ...saved }) => saved);
    const { left } = await call(cartOrder.mergeWishlist, { body: { items } });
    const sent = new Set(items.map(({ productId }) => productId));
    // What was saved since stays, and what found no room.
    changeGuestList((list) => list.filter(({ productId }) => !sent.has(productId) || left.includes(productId)));
    await queryClient.invalidateQueries(wishlistQuery);
    if (left.length > 0) {
      toast.info(
        `Your wishlist is full: ${left.length} ${left.length === 1 ? 'piece stays' : 'pieces stay'} in this browser`,
      );
    }
  });
