import { mailed } from '@shop/test-kit';
import { addressOf, type Buyer } from '../buyer.ts';
import type { Purchases } from './purchasing.ts';
import { type Any, done, found, type Seeds } from './seeds.ts';

export const ADDRESS = addressOf({ name: 'Asha Rao', currency: 'INR' });
const ABROAD = { shippingInfo: addressOf({ name: 'Asha Rao', currency: 'EUR' }) };

/** Carts, checkouts, payments and orders of the shopper. */
export async function seedPurchases(seeds: Seeds, purchases: Purchases): Promise<void> {
  const { shopper, parameters, bodies, fields } = seeds;
  await seedOwnOrders(seeds, purchases);

  await purchases.pay(shopper);
  bodies['payment.verify-razorpay-payment'] = shopper.attempts.at(-1)!.proof!;
  const inEuros = { ...ABROAD, currency: 'EUR' };
  const abroad = await purchases.freeze(shopper, inEuros);
  const started = done('PayPal', await shopper.visitor.create('/payment/paypal/create-order', { checkoutId: abroad }));
  await shopper.control('/paypal/approve', { order_id: started.id, funding: 'balance' });
  bodies['payment.capture-paypal-order'] = { orderID: started.id };
  bodies['payment.create-paypal-order'] = { checkoutId: await purchases.freeze(shopper, inEuros) };
  const checkoutId = await purchases.freeze(shopper);
  bodies['payment.create-razorpay-order'] = { checkoutId };
  parameters['payment.get-payment-of-checkout'] = { checkoutId };
  parameters['cart-order.get-own-checkout'] = { checkoutId };
  fields['checkoutId'] = checkoutId;
  parameters['cart-order.cancel-checkout'] = { checkoutId: await purchases.freeze(shopper) };
  bodies['cart-order.start-checkout'] = { buyNow: purchases.line(), shippingInfo: ADDRESS, pan: 'ABCPE1234F' };
  bodies['cart-order.quote-checkout'] = { buyNow: purchases.line(), country: 'India' };
  await seedCart(seeds, purchases);
}

/** Orders that the shopper reads, cancels and withdraws from. */
async function seedOwnOrders({ shop, staff, shopper, parameters, bodies }: Seeds, purchases: Purchases): Promise<void> {
  const id = await purchases.buy(shopper);
  // As long as it is the only one, its link is the only one.
  const link = await mailed(shop.mailbox, { to: shopper.email, pattern: /\/order\/link\/([\w.~-]+)/ });
  done('a refund', await staff.create(`/admin/order/${id}/refund`, { amount: 2, note: 'A scratch' }));
  const refundId = await refunded(shopper, id);
  for (const operation of ['get-order', 'get-invoice']) {
    parameters[`cart-order.${operation}`] = { id };
    parameters[`cart-order.${operation}-by-link`] = { link };
  }
  parameters['cart-order.get-credit-note'] = { id, refundId };
  parameters['cart-order.get-credit-note-by-link'] = { link, refundId };
  parameters['cart-order.cancel-order'] = { id: await purchases.buy(shopper) };
  bodies['cart-order.await-order'] = { paymentInfo: { id: await shopper.paymentOfCheckout() } };
  parameters['cart-order.withdraw-from-order'] = { id: await purchases.buy(shopper, ABROAD) };
  bodies['cart-order.withdraw-from-order'] = {};
}

/** Waits until the order has its invoice, and its refund a credit note. @returns the refund's id */
const refunded = (shopper: Buyer, id: string): Promise<string> =>
  found(shopper.visitor, `/order/${id}`, ({ order }) => {
    const refund = order.refunds.find(({ creditNote }: Any) => creditNote);
    return order.invoice && refund?.refundId;
  });

async function seedCart({ shopper, other, visitors, parameters, bodies }: Seeds, purchases: Purchases): Promise<void> {
  // The shopper's lines are asked for by other calls.
  visitors['cart-order.clear-cart'] = other.visitor;
  const add = async (line = purchases.line()) => done('the cart', await shopper.add(line)).cartItem._id as string;
  const optioned = purchases.line();
  parameters['cart-order.change-quantity'] = { cartItemId: await add() };
  parameters['cart-order.change-options'] = { cartItemId: await add(optioned) };
  parameters['cart-order.remove-from-cart'] = { id: await add() };
  bodies['cart-order.change-quantity'] = { quantity: 2 };
  bodies['cart-order.change-options'] = { productId: optioned.productId, customizations: {} };
  bodies['cart-order.add-to-cart'] = purchases.line();
  bodies['cart-order.add-to-saved'] = purchases.line();
}
