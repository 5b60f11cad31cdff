import { eventually, mailed } from '@shop/test-kit';
import { setStock } from '../staff-products.ts';
import { Visitor } from '../visitor.ts';
import { done, type Products, type Seeds } from './seeds.ts';

const CONSENT = 'Mail me when it is back';

/** A wishlist that is shared, and mails about a piece that is sold out. */
export async function seedWishes(seeds: Seeds, products: Products): Promise<void> {
  const { shop, staff, other, parameters, bodies } = seeds;
  const shared = await other.visitor.ask('/wishlist/share', { method: 'PUT', body: { showName: true } });
  parameters['cart-order.get-shared-wishlist'] = { token: done('a shared wishlist', shared).share.token };

  const soldOut = products.at(-9)!;
  const { _id: productId } = soldOut;
  await setStock(staff, soldOut, 0);
  const guest = new Visitor(shop);
  /** @returns the token of the mail that asks to confirm it */
  const wish = async (email: string): Promise<string> => {
    const asked = async () => {
      const { status, code } = await guest.post('/alerts/guest', { productId, email, consent: CONSENT });
      return status === 202 || Promise.reject(new Error(`It answered ${status} ${code}`));
    };
    await eventually(asked, { what: 'a wish for what is sold out', everyMs: 200 });
    return mailed(shop.mailbox, { to: email, pattern: /\/wishlist\/mails#([\w.~-]+)/ });
  };
  const token = await wish('wishes@example.com');
  for (const operation of ['show', 'confirm']) parameters[`cart-order.${operation}-alerts-by-link`] = { token };
  parameters['cart-order.withdraw-alerts-by-link'] = { token: await wish('wished@example.com') };
  bodies['cart-order.withdraw-alerts-by-link'] = {};
  parameters['cart-order.unsubscribe'] = { token: await wish('wished-once@example.com') };
  bodies['cart-order.unsubscribe'] = {};
  bodies['cart-order.ask-for-alert'] = { productId, email: 'wishing@example.com', consent: CONSENT };
  const path = { kind: 'back-in-stock', productId };
  for (const operation of ['want', 'withdraw']) parameters[`cart-order.${operation}-alert`] = path;
  bodies['cart-order.want-alert'] = { consent: CONSENT };
}
