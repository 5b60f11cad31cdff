import { type AnswerOf, cartOrder } from '@shop/contracts/browser';
import { ApiError, call, emit, toast } from '@shop/mfe-kit';

type Line = AnswerOf<typeof cartOrder.getCart>['cart'][number];

const lineToAdd = ({ productId, quantity, customizations }: Line) => ({ productId, quantity, customizations });
const add = (line: Line) => call(cartOrder.addToCart, { body: lineToAdd(line) });
const putAside = (line: Line) => call(cartOrder.addToSaved, { body: lineToAdd(line) });

/** The cart of a limited session, with what is saved for later, for the account that is signed in to from it. */
export async function takeCart(): Promise<{ put(): Promise<void> } | undefined> {
  const { cart, saved = [] } = await call(cartOrder.getCart).catch((error: unknown) => {
    reportError(error);
    return { cart: [], saved: [] };
  });
  const all = cart.length + saved.length;
  if (all === 0) return undefined;
  return {
    async put() {
      const [refused, lost]: [Line[], Line[]] = [[], []];
      // One after another: each changes the same cart, and the last one is the first of what is put aside.
      for (const line of cart) {
        await add(line).catch((error) =>
          (error instanceof ApiError && error.status === 409 ? refused : lost).push(line),
        );
      }
      for (const line of [...refused, ...saved].reverse()) await putAside(line).catch(() => lost.push(line));
      const aside = refused.filter((line) => !lost.includes(line)).length;
      if (aside > 0) {
        const kept = `${aside === 1 ? 'is' : 'are'} saved for later there`;
        toast.info(`${aside} of ${all} could not be put into your account’s cart, and ${kept}`);
      }
      if (lost.length > 0) toast.info(`${lost.length} of ${all} could not be put into your account’s cart`);
      emit('checkout:cart-changed', {});
    },
  };
}
