import type { cartOrder, CurrencyCode } from '@shop/contracts';
import { majorUnit, symbolOf } from '../smallest-unit.ts';
import type { Checkout, CheckoutLine } from './checkout.schema.ts';
import type { ShownQuote } from './quote.service.ts';
import type { Totals } from './totals.rules.ts';

/** The buyer's view. */
export function viewOf(checkout: Checkout): cartOrder.Checkout {
  const { currency } = checkout;
  return {
    _id: checkout._id,
    state: checkout.state,
    expiresAt: checkout.expiresAt.toISOString(),
    lines: checkout.lines.map((line) => lineView(line, currency)),
    currency,
    symbol: symbolOf(currency),
    rate: checkout.rate,
    gstRate: checkout.gstRate,
    courier: checkout.courier,
    totals: totalsOnWire(checkout.amounts, currency),
    totalsInRupees: totalsOnWire(checkout.paise, 'INR'),
    shippingInfo: checkout.shippingInfo,
    specialRequest: checkout.specialRequest,
    orderId: checkout.state === 'ordered' ? checkout._id : null,
  };
}

/** The buyer's view of a quote that is not frozen. */
export function quoteView(quote: ShownQuote): cartOrder.CheckoutQuote {
  const { currency } = quote;
  return {
    lines: quote.lines.map((line, index) => ({
      ...lineView(line, currency),
      ...(line.cartItemId !== undefined && { cartItemId: line.cartItemId }),
      stock: quote.stock[index]!,
    })),
    currency,
    symbol: symbolOf(currency),
    rate: quote.rate,
    gstRate: quote.gstRate,
    courier: quote.courier,
    couriers: quote.couriers.map(({ courier, amount }) => ({ courier, charge: majorUnit(amount, currency) })),
    extras: {
      hallmarking: majorUnit(quote.extras.hallmarking, currency),
      specialRequest: majorUnit(quote.extras.specialRequest, currency),
    },
    totals: totalsOnWire(quote.amounts, currency),
    totalsInRupees: totalsOnWire(quote.paise, 'INR'),
  };
}

/** Payment's view. */
export function payableOf(checkout: Checkout): cartOrder.PayableCheckout {
  const { subtotal, gst, shipping, engraving, hallmarking, specialRequest, total } = checkout.amounts;
  const count = checkout.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const [first] = checkout.lines;
  return {
    checkoutId: checkout._id,
    userId: checkout.userId,
    state: checkout.state,
    currency: checkout.currency,
    amount: total,
    breakdown: { items: subtotal, gst, shipping, extras: engraving + hallmarking + specialRequest },
    expiresAt: checkout.expiresAt.toISOString(),
    contact: { name: checkout.shippingInfo.name, phone: checkout.shippingInfo.phone },
    description: count === 1 ? first!.product.name : `${first!.product.name} and more (${count} pieces)`,
  };
}

const lineView = (line: CheckoutLine, currency: CurrencyCode): cartOrder.Checkout['lines'][number] => ({
  productId: line.productId,
  product: line.product,
  quantity: line.quantity,
  customizations: line.customizations,
  customized: line.customized,
  unitPrice: majorUnit(line.unitAmount, currency),
  linePrice: majorUnit(line.unitAmount * line.quantity, currency),
});

const totalsOnWire = (totals: Totals, currency: CurrencyCode): cartOrder.Totals => ({
  subtotal: majorUnit(totals.subtotal, currency),
  gst: majorUnit(totals.gst, currency),
  shipping: majorUnit(totals.shipping, currency),
  engraving: majorUnit(totals.engraving, currency),
  hallmarking: majorUnit(totals.hallmarking, currency),
  specialRequest: majorUnit(totals.specialRequest, currency),
  total: majorUnit(totals.total, currency),
});
