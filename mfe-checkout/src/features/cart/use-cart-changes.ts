import { type BodyOf, cartOrder } from '@shop/contracts/browser';
import { ApiError, call, messageOf, toast } from '@shop/mfe-kit';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Cart, type CartItem, cartQuery } from '../../api/cart.ts';

const CHANGE = ['checkout', 'cart', 'change'];
type Customizations = BodyOf<typeof cartOrder.addToCart>['customizations'];

/**
 * Optimistic changes of the cart, sent one at a time. The server's response wins; sums come from the server only, so
 * they are marked as pending until it responds.
 */
export function useCartChanges() {
  const queryClient = useQueryClient();

  const show = async (change: (items: readonly CartItem[]) => CartItem[]) => {
    await queryClient.cancelQueries(cartQuery);
    queryClient.setQueryData(cartQuery.queryKey, (cart: Cart | undefined) => {
      if (!cart) return cart;
      const items = change(cart.cart);
      return { ...cart, cart: items, count: items.reduce((sum, { quantity }) => sum + quantity, 0) };
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
  };
}
