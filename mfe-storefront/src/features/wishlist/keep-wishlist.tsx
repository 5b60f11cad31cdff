import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { giveToAccount } from '../../components/wishlist/list.ts';

/** Gives what was saved before signing in to the account. A failure leaves it in the browser for the next page. */
export function KeepWishlist() {
  const queryClient = useQueryClient();
  useEffect(() => void giveToAccount(queryClient).catch(() => {}), [queryClient]);
  return null;
}
