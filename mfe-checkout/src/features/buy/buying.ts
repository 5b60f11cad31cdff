import { type BodyOf, cartOrder } from '@shop/contracts/browser';
import { ApiError, call, emit, messageOf, toast } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { keepBuyNow } from '../../components/buy-now.ts';
import { signedIn, type Session } from '../../components/signed-in.ts';

export type Way = 'cart' | 'now';
type Line = BodyOf<typeof cartOrder.addToCart>;

const addingOnce = createIntent();

/**
 * Adds a piece to the cart, or keeps it for buying now; answers where to go then. Guests sign in first, and go on with it
 * by themselves. Whatever is in the way is told here.
 */
export async function buy(
  way: Way,
  line: Line,
  problem: string | undefined,
  session: Session,
): Promise<string | undefined> {
  if (!(await signedIn(session))) return undefined;
  if (problem) {
    toast.error(problem);
    emit('checkout:choice-missing', { productId: line.productId });
    return undefined;
  }
  if (way === 'now') {
    keepBuyNow(session.state.get().user!._id, line);
    return '/checkout?buynow=true';
  }
  await add(line);
  return undefined;
}

async function add(line: Line): Promise<void> {
  try {
    await addingOnce(line, (idempotencyKey) => call(cartOrder.addToCart, { body: line, idempotencyKey }));
    toast.success('Added to cart!');
  } catch (error) {
    toast.error(messageOfAdd(error));
  }
  // Also when it failed: it may have been added all the same, or the cart may know better by now.
  emit('checkout:cart-changed', {});
}

function messageOfAdd(error: unknown): string {
  if (error instanceof ApiError && error.code === 'cart.insufficient-stock') {
    const { stock } = (error.problem.details ?? {}) as { stock?: number };
    if (stock === 0) return 'Out of stock';
  }
  return messageOf(error, 'Failed to add to cart');
}
