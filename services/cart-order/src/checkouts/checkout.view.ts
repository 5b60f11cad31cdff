import {
  type cartOrder,
  converted,
  type CurrencyCode,
  maskedPan,
  mrpOf,
  rupeesFrom,
  withCountryCode,
} from '@shop/contracts';
import { majorUnit, symbolOf } from '../smallest-unit.rules.ts';
import type { Checkout } from './checkout.schema.ts';
import type { ShownQuote } from './quote.service.ts';
import { amountOf, billOfPurchase, offersHallmarking, type Totals } from './totals.rules.ts';

/** The buyer's view. */
export function viewOf(checkout: Checkout): cartOrder.Checkout {
  const { currency } = checkout;
  return {
    _id: checkout._id,
    state: stateOnWire(checkout),
    expiresAt: checkout.expiresAt.toISOString(),
    lines: linesView(checkout),
    currency,
    symbol: symbolOf(currency),
    rate: checkout.rate,
    gstRate: checkout.gstRate,
    ...(checkout.showPrices && { showPrices: checkout.showPrices }),
    ...(checkout.dutiesNote && { dutiesNote: checkout.dutiesNote }),
    courier: checkout.courier,
    totals: totalsOnWire(checkout.amounts, currency),
    totalsInRupees: totalsOnWire(checkout.paise, 'INR'),
    shippingInfo: withCountryCode(checkout.shippingInfo),
    specialRequest: checkout.specialRequest,
    ...(checkout.gift && { gift: checkout.gift }),
    ...(checkout.business && { business: checkout.business }),
    ...(checkout.pan && { pan: maskedPan(checkout.pan) }),
    ...(checkout.noPan && { noPan: true }),
    orderId: checkout.state === 'ordered' ? checkout._id : null,
    ...(checkout.closedBy !== undefined && { paidAs: checkout.closedBy }),
  };
}

/** The buyer's view of a quote that is not frozen. */
export function quoteView(quote: ShownQuote): cartOrder.CheckoutQuote {
  const { currency } = quote;
  return {
    lines: linesView(quote).map((line, index) => {
      const { cartItemId } = quote.lines[index]!;
      return { ...line, ...(cartItemId !== undefined && { cartItemId }), stock: quote.stock[index]! };
    }),
    currency,
    symbol: symbolOf(currency),
    rate: quote.rate,
    gstRate: quote.gstRate,
    showPrices: quote.showPrices,
    ...(quote.dutiesNote && { dutiesNote: quote.dutiesNote }),
    courier: quote.courier,
    maxPieces: quote.maxPieces,
    couriers: quote.couriers.map(({ courier, amount }) => ({ courier, charge: majorUnit(amount, currency) })),
    ...(quote.panAbovePaise !== undefined && { panNeeded: { above: rupeesFrom(quote.panAbovePaise) } }),
    extras: {
      hallmarking: majorUnit(quote.extras.hallmarking, currency),
      specialRequest: majorUnit(quote.extras.specialRequest, currency),
      giftWrap: majorUnit(quote.extras.giftWrap, currency),
    },
    offersHallmarking: offersHallmarking(quote.lines),
    totals: totalsOnWire(quote.amounts, currency),
    totalsInRupees: totalsOnWire(quote.paise, 'INR'),
  };
}

/** Payment's view. */
export function payableOf(checkout: Checkout): cartOrder.PayableCheckout {
  const { subtotal, gst, shipping, engraving, hallmarking, specialRequest, giftWrap = 0, total } = checkout.amounts;
  const count = checkout.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const [first] = checkout.lines;
  return {
    checkoutId: checkout._id,
    userId: checkout.userId,
    state: stateOnWire(checkout),
    currency: checkout.currency,
    amount: total,
    breakdown: { items: subtotal, gst, shipping, extras: engraving + hallmarking + specialRequest + giftWrap },
    expiresAt: checkout.expiresAt.toISOString(),
    contact: { name: checkout.shippingInfo.name, phone: checkout.shippingInfo.phone },
    description: count === 1 ? first!.product.name : `${first!.product.name} and more (${count} pieces)`,
  };
}

const stateOnWire = ({ state }: Checkout): cartOrder.Checkout['state'] => (state === 'closed' ? 'cancelled' : state);

function linesView(
  purchase: Pick<Checkout, 'lines' | 'amounts' | 'bill' | 'currency' | 'rate' | 'gstRate'>,
): cartOrder.Checkout['lines'] {
  const { currency, rate, gstRate } = purchase;
  const bill = billOfPurchase(purchase);
  return purchase.lines.map((line, index) => {
    const gstPaise = mrpOf(line.unitPaise, gstRate) - line.unitPaise;
    // Price and tax are converted one by one, as on the card of the piece.
    const gst = rate ? converted(gstPaise, rate.rate, currency) : gstPaise;
    return {
      productId: line.productId,
      product: line.product,
      quantity: line.quantity,
      customizations: line.customizations,
      customized: line.customized,
      ...(line.particulars && { particulars: line.particulars }),
      unitPrice: majorUnit(line.unitAmount, currency),
      linePrice: majorUnit(line.unitAmount * line.quantity, currency),
      mrp: majorUnit(line.unitAmount + gst, currency),
      lineMrp: majorUnit(amountOf(bill.lines[index]!), currency),
    };
  });
}

const totalsOnWire = (totals: Totals, currency: CurrencyCode): cartOrder.Totals => ({
  subtotal: majorUnit(totals.subtotal, currency),
  gst: majorUnit(totals.gst, currency),
  shipping: majorUnit(totals.shipping, currency),
  engraving: majorUnit(totals.engraving, currency),
  hallmarking: majorUnit(totals.hallmarking, currency),
  specialRequest: majorUnit(totals.specialRequest, currency),
  giftWrap: majorUnit(totals.giftWrap ?? 0, currency),
  total: majorUnit(totals.total, currency),
});
