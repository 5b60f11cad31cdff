import { cartOrder } from '@shop/contracts/browser';
import { call, emit, messageOf, toast, useNavigate } from '@shop/mfe-kit';
import { useState } from 'react';
import { clearBuyNow, storeBuyNow } from '../../components/buy-now.ts';
import type { BuyNow } from './choice.ts';

/** None of them removes the line. */
export interface Wanted {
  line: { cartItemId?: string; productId: string };
  quantity: number;
}

interface Quantities {
  buyNow: BuyNow | undefined;
  setQuantities(wanted: readonly Wanted[]): Promise<void>;
}

/** Changes how many are bought: of the Buy Now item in this tab, of others in the cart. */
export function useQuantities(userId: string, initialBuyNow: BuyNow | undefined): Quantities {
  const navigate = useNavigate();
  const [buyNow, setBuyNow] = useState(initialBuyNow);

  const setQuantities = async (wanted: readonly Wanted[]) => {
    if (buyNow) {
      const { quantity } = wanted[0]!;
      if (quantity === 0) {
        clearBuyNow();
        return void navigate('/shop', { replace: true });
      }
      const changed = { ...buyNow, quantity };
      storeBuyNow(userId, changed);
      return setBuyNow(changed);
    }
    for (const { line, quantity } of wanted) {
      const id = line.cartItemId!;
      try {
        if (quantity === 0) await call(cartOrder.removeFromCart, { params: { id } });
        else await call(cartOrder.changeQuantity, { params: { cartItemId: id }, body: { quantity } });
      } catch (failure) {
        toast.error(messageOf(failure, quantity === 0 ? 'Failed to remove item' : 'Failed to update quantity'));
        break;
      }
    }
    emit('checkout:cart-changed', {});
  };
  return { buyNow, setQuantities };
}
