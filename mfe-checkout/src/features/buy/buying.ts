import { type BodyOf, cartOrder } from '@shop/contracts/browser';
import { ApiError, call, emit, messageOf, toast } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { storeBuyNow } from '../../components/buy-now.ts';
import { ensureSignedIn, type Session } from '../../components/ensure-signed-in.ts';

export type BuyAction = 'cart' | 'now';
type Line = BodyOf<typeof cartOrder.addToCart>;

const addingOnce = createIntent();

/** What one customer can have of a piece. */
export const maxPieces = async (): Promise<number> => (await call(cartOrder.getCharges)).data.maxPieces;

/**
 * Adds a product to the cart, or stores it for Buy Now; returns the next path. Guests sign in first, and the action
 * then continues. Errors are reported here.
 */
export async function buy(
  action: BuyAction,
  line: Line,
  problem: string | undefined,
  session: Session,
): Promise<string | undefined> {
  if (!(await ensureSignedIn(session))) return undefined;
  if (problem) {
    toast.error(problem);
    emit('checkout:choice-missing', { productId: line.productId });
    return undefined;
  }
  if (action === 'now') {
    storeBuyNow(session.state.get().user!._id, line);
    return '/checkout?buynow=true';
  }
  await add(line);
  return undefined;
}

/** One piece as it is shown. Resolves to whether it is in the cart; errors are reported here. */
export const addOne = async (productId: string, session: Session): Promise<boolean> =>
  (await ensureSignedIn(session)) && add({ productId, quantity: 1 });

async function add(line: Line): Promise<boolean> {
  let isAdded = false;
  try {
    await addingOnce(line, (idempotencyKey) => call(cartOrder.addToCart, { body: line, idempotencyKey }));
    toast.success('Added to cart!');
    isAdded = true;
  } catch (error) {
    toast.error(messageOfAdd(error));
  }
  // Also after a failure: the item may have been added, or the cart may be stale.
  emit('checkout:cart-changed', {});
  return isAdded;
}

function messageOfAdd(error: unknown): string {
  if (error instanceof ApiError && error.code === 'cart.insufficient-stock') {
    const { stock } = (error.problem.details ?? {}) as { stock?: number };
    if (stock === 0) return 'Out of stock';
  }
  return messageOf(error, 'Failed to add to cart');
}
