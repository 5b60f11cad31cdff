import { type BodyOf, cartOrder } from '@shop/contracts/browser';
import { ApiError, call, messageOf, toast } from '@shop/mfe-kit';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Cart, type CartItem, cartQuery } from '../../api/cart.ts';

const CHANGE = ['checkout', 'cart', 'change'];
export type Options = BodyOf<typeof cartOrder.changeOptions>;
type Customizations = BodyOf<typeof cartOrder.addToCart>['customizations'];

/**
 * Optimistic changes of the cart, sent one at a time. The server's response wins; sums come from the server only, so
 * they are marked as pending until it responds.
 */
export function useCartChanges() {
  const queryClient = useQueryClient();

  const show = async (
    change: (items: readonly CartItem[]) => CartItem[],
    changeSaved = (saved: readonly CartItem[]): CartItem[] => [...saved],
  ) => {
    await queryClient.cancelQueries(cartQuery);
    queryClient.setQueryData(cartQuery.queryKey, (cart: Cart | undefined) => {
      if (!cart) return cart;
      const items = change(cart.cart);
      const saved = changeSaved(cart.saved ?? []);
      return { ...cart, cart: items, saved, count: items.reduce((sum, { quantity }) => sum + quantity, 0) };
    });
  };
  /** Only the last of several changes refetches. */
  const settle = () =>
    queryClient.isMutating({ mutationKey: CHANGE }) <= 1 ? queryClient.invalidateQueries(cartQuery) : undefined;

  const all = { mutationKey: CHANGE, scope: { id: 'cart' }, meta: { quiet: true }, onSettled: settle } as const;

  const quantity = useMutation({
    ...all,
    mutationFn: async ({ id, quantity: wanted }: { id: string; quantity: number }) => {
      const shown = queryClient.getQueryData(cartQuery.queryKey)?.cart.find(({ _id }) => _id === id);
      // Superseded: only the latest quantity is sent.
      if (shown && shown.quantity !== wanted) return;
      await call(cartOrder.changeQuantity, { params: { cartItemId: id }, body: { quantity: wanted } });
    },
    onMutate: ({ id, quantity: wanted }) =>
      show((items) => items.map((item) => (item._id === id ? { ...item, quantity: wanted } : item))),
    onError: (error) => toast.error(messageOf(error, 'Failed to update quantity')),
  });

  const removal = useMutation({
    ...all,
    mutationFn: async ({ _id: id }: CartItem) => {
      try {
        await call(cartOrder.removeFromCart, { params: { id } });
      } catch (error) {
        // Already removed counts as success.
        if (!(error instanceof ApiError && error.code === 'cart.item-not-found')) throw error;
      }
    },
    onMutate: ({ _id: id }) => show((items) => items.filter((item) => item._id !== id)),
    onError: (error) => toast.error(messageOf(error, 'Failed to remove item')),
  });

  const returning = useMutation({
    ...all,
    mutationFn: ({ productId, detailsRef, detailsModel, quantity: pieces, customizations }: CartItem) =>
      call(cartOrder.addToCart, {
        body: {
          ...{ productId, detailsRef, detailsModel, quantity: pieces },
          // As stored by the server, which validates and prices them again.
          customizations: customizations as Customizations,
        },
      }),
    onError: (error) => toast.error(messageOf(error, 'Failed to add item to cart.')),
  });

  const options = useMutation({
    ...all,
    mutationFn: ({ id, options: body }: { id: string; options: Options }) =>
      call(cartOrder.changeOptions, { params: { cartItemId: id }, body }),
  });

  const saving = useMutation({
    ...all,
    mutationFn: ({ _id: cartItemId }: CartItem) => call(cartOrder.saveForLater, { params: { cartItemId } }),
    onMutate: (item) =>
      show(
        (items) => items.filter(({ _id }) => _id !== item._id),
        (saved) => [item, ...saved],
      ),
    onError: (error) => toast.error(messageOf(error, 'Failed to save for later')),
  });

  const moving = useMutation({
    ...all,
    mutationFn: ({ _id: cartItemId }: CartItem) => call(cartOrder.moveToCart, { params: { cartItemId } }),
    onError: (error) => toast.error(messageOf(error, 'Failed to add item to cart.')),
  });

  const forgetting = useMutation({
    ...all,
    mutationFn: ({ _id: cartItemId }: CartItem) => call(cartOrder.removeSaved, { params: { cartItemId } }),
    onMutate: ({ _id: id }) =>
      show(
        (items) => [...items],
        (saved) => saved.filter(({ _id }) => _id !== id),
      ),
    onError: (error) => toast.error(messageOf(error, 'Failed to remove item')),
  });

  const clearing = useMutation({
    ...all,
    mutationFn: () => call(cartOrder.clearCart),
    onMutate: () => show(() => []),
    onError: (error) => toast.error(messageOf(error, 'Failed to clear cart')),
  });

  return {
    isChanging: useIsMutating({ mutationKey: CHANGE }) > 0,
    setQuantity: (id: string, wanted: number) => quantity.mutate({ id, quantity: wanted }),
    remove: removal.mutate,
    putBack: returning.mutate,
    clear: () => clearing.mutate(),
    /** @throws when it is refused */
    setOptions: (id: string, chosen: Options) => options.mutateAsync({ id, options: chosen }),
    saveForLater: saving.mutate,
    moveToCart: moving.mutate,
    removeSaved: forgetting.mutate,
  };
}
