import { Injectable } from '@nestjs/common';
import {
  type BodyOf,
  cartOrder,
  converted,
  type CurrencyCode,
  isIndia,
  moneyText,
  mrpOf,
  paiseFrom,
  rupeesFrom,
  type ShownTax,
} from '@shop/contracts';
import { Failure, type Session, Transactions } from '@shop/service-kit';
import type { CartLine } from '../cart/cart.schema.ts';
import { CartsRepository } from '../cart/carts.repository.ts';
import { type Priced, pricedOf, requireOwnDetails } from '../cart/quoted-line.ts';
import type { Charges } from '../charges/charges.schema.ts';
import { ChargesService } from '../charges/charges.service.ts';
import { Catalog } from '../clients/catalog.ts';
import { type Rate, Rates } from '../clients/rates.ts';
import { ProductSnapshotsService } from '../product-snapshots/product-snapshots.service.ts';
import { majorUnit } from '../smallest-unit.rules.ts';
import type { Checkout, CheckoutLine } from './checkout.schema.ts';
import { CheckoutsRepository } from './checkouts.repository.ts';
import { PanService } from './pan.service.ts';
import { repricedLines } from './repriced-lines.rules.ts';
import { billOf, couriersTo, shippingOf, taxTo, type Totals, totalsIn, totalsInPaise } from './totals.rules.ts';

type CheckoutRequest = BodyOf<typeof cartOrder.startCheckout>;
type QuoteRequest = BodyOf<typeof cartOrder.quoteCheckout>;
type Customizations = NonNullable<CheckoutRequest['buyNow']>['customizations'];

const ONLY_IN_INDIA = 'A GSTIN needs an address in India';

/** A line to buy; `cartLine` is what the buyer was shown. */
interface LineToQuote {
  cartLine?: CartLine;
  productId: string;
  quantity: number;
  customizations: Customizations;
}

type Terms = QuoteRequest & Pick<CheckoutRequest, 'expectedSubtotal'>;

type QuotedLine = Omit<CheckoutLine, 'unitAmount' | 'baseAmount'>;

type Sums = Pick<
  Checkout,
  'source' | 'lines' | 'currency' | 'rate' | 'gstRate' | 'dutiesNote' | 'courier' | 'paise' | 'amounts'
> &
  Required<Pick<Checkout, 'bill' | 'showPrices'>>;

/** A quote to freeze. */
export interface Quote {
  /** What is frozen. */
  quoted: Sums & Pick<Checkout, 'shippingInfo' | 'specialRequest' | 'gift' | 'business'>;
  /** Version of the cart that was quoted; none for buy now. */
  cartVersion: number | undefined;
  /** What an account can have of one product. */
  maxPieces: number;
  panAbovePaise: number;
}

/** A quote to show, with the buyer's other options. Amounts in the smallest unit of its currency. */
export interface ShownQuote extends Sums {
  /** Quantity available to the buyer, by line. */
  stock: number[];
  couriers: { courier: string; amount: number }[];
  extras: { hallmarking: number; specialRequest: number; giftWrap: number };
  /** What an account can have of one product. */
  maxPieces: number;
  /** Only where a PAN is needed: above this. */
  panAbovePaise?: number;
}

/** Computes what a checkout will charge: quotes every line, adds the charges, converts. Holds no stock. */
@Injectable()
export class QuoteService {
  constructor(
    private readonly carts: CartsRepository,
    private readonly checkouts: CheckoutsRepository,
    private readonly snapshots: ProductSnapshotsService,
    private readonly charges: ChargesService,
    private readonly catalog: Catalog,
    private readonly rates: Rates,
    private readonly transactions: Transactions,
    private readonly pans: PanService,
  ) {}

  /**
   * @throws Failure `checkout.empty`, `checkout.changed` with the differences to what the buyer saw (the cart is corrected),
   * `checkout.no-rate`, `checkout.unknown-courier`, `request.invalid` for a business abroad; for buy now also `product.not-found` and `option.not-offered`
   */
  async quote(
    userId: string,
    { shippingInfo, specialRequest, gift, business, pan: _, noPan: __, ...request }: CheckoutRequest,
  ): Promise<Quote> {
    const { country } = shippingInfo;
    if (business && !isIndia(country))
      throw new Failure('request.invalid', { errors: { 'business.gstin': ONLY_IN_INDIA } });
    const terms = { ...request, country, specialRequest: specialRequest !== undefined, giftWrap: gift?.wrap ?? false };
    const charges = await this.charges.current();
    const { sums, cartVersion } = await this.#sums(userId, terms, charges);
    const quoted = {
      ...sums,
      shippingInfo,
      specialRequest: specialRequest?.note ?? null,
      ...(gift && (gift.wrap || gift.message) && { gift }),
      ...(business && { business }),
    };
    const { maxPieces, panAbovePaise } = charges;
    return { quoted, cartVersion, maxPieces, panAbovePaise };
  }

  /** A preview, with the couriers and extras to choose from. @throws Failure as `quote` */
  async show({ userId, joins }: Pick<Session, 'userId' | 'joins'>, terms: QuoteRequest): Promise<ShownQuote> {
    const charges = await this.charges.current();
    const [{ sums, priced }, held] = await Promise.all([
      this.#sums(userId, terms, charges),
      this.checkouts.heldBy(userId),
    ]);
    const { rate, currency } = sums;
    const { panAbovePaise } = charges;
    const bought = { ...sums, shippingInfo: { country: terms.country } };
    const isPanNeeded = await this.pans.isNeeded(
      { userId, ...(joins !== undefined && { joins }), ...bought },
      panAbovePaise,
    );
    const shown = (paise: number) => (rate ? converted(paise, rate.rate, currency) : paise);
    return {
      ...sums,
      stock: priced.map(({ product, stock }) => stock + (held.get(product._id) ?? 0)),
      maxPieces: charges.maxPieces,
      ...(isPanNeeded && { panAbovePaise }),
      couriers: couriersTo(terms.country, sums.paise.subtotal, charges).map(({ courier, paise }) => ({
        courier,
        amount: shown(paise),
      })),
      extras: {
        hallmarking: shown(charges.hallmarkingPaise),
        specialRequest: shown(charges.specialRequestPaise),
        giftWrap: shown(charges.giftWrapPaise),
      },
    };
  }

  async #sums(
    userId: string,
    terms: Terms,
    charges: Charges,
  ): Promise<{ sums: Sums; priced: Priced[]; cartVersion: number | undefined }> {
    const { requested, cartVersion } = await this.#linesOf(userId, terms);
    const tax = taxTo(terms.country, charges);
    const priced = await this.#prices(userId, requested, tax);
    const lines = priced.map((quoted, index) => lineOf(requested[index]!, quoted));
    const { country, courier, currency } = terms;
    const { gstRate, prices: showPrices } = tax;
    const subtotalPaise = lines.reduce((sum, { unitPaise, quantity }) => sum + unitPaise * quantity, 0);
    if (terms.buyNow) requireOwnDetails(terms.buyNow, priced[0]!, 'buyNow.');
    await this.#requireExpected(terms, subtotalPaise, lines, tax);
    const shipping = shippingOf({ country, courier, subtotalPaise }, charges);
    if (!shipping) throw new Failure('checkout.unknown-courier', { errors: { courier: 'Does not deliver there' } });
    const rupeeTotals = totalsInPaise(lines, terms, shipping.paise, gstRate, charges);
    const rate = await this.#rate(currency);
    const { units, totals } = rate
      ? totalsIn(currency, rate.rate, lines, rupeeTotals)
      : { units: lines.map(({ unitPaise }) => unitPaise), totals: rupeeTotals };
    requirePayable(rupeeTotals, 'INR');
    requirePayable(totals, currency);
    const sums: Sums = {
      source: terms.buyNow ? 'buy-now' : 'cart',
      lines: lines.map((line, index) => ({
        ...line,
        unitAmount: units[index]!,
        baseAmount: rate ? Math.min(units[index]!, converted(line.basePaise, rate.rate, currency)) : line.basePaise,
      })),
      currency,
      rate: rate ?? null,
      gstRate,
      showPrices,
      ...(!isIndia(country) && { dutiesNote: charges.dutiesNote }),
      courier: shipping.courier,
      paise: rupeeTotals,
      amounts: totals,
      bill: billOf(
        totals,
        lines.map(({ quantity }, index) => units[index]! * quantity),
        gstRate,
      ),
    };
    return { sums, priced, cartVersion };
  }

  async #linesOf(
    userId: string,
    { buyNow }: Terms,
  ): Promise<{ requested: LineToQuote[]; cartVersion: number | undefined }> {
    if (buyNow) return { requested: [buyNow], cartVersion: undefined };
    const { lines, version: cartVersion } = await this.carts.of(userId);
    if (lines.length === 0) throw new Failure('checkout.empty');
    const requested = lines.map((cartLine) => ({
      cartLine,
      productId: cartLine.productId,
      quantity: cartLine.quantity,
      // Catalog reads only the values: the prices are its own.
      customizations: cartLine.customizations as Customizations,
    }));
    return { requested, cartVersion };
  }

  async #prices(userId: string, requested: LineToQuote[], tax: ShownTax): Promise<Priced[]> {
    const quoted = await this.catalog.quote(
      requested.map(({ productId, quantity, customizations }) => ({ productId, quantity, customizations })),
    );
    if (!requested[0]!.cartLine) return quoted.map(pricedOf);
    const shown = await this.snapshots.byId(requested.map(({ productId }) => productId));
    const changes: cartOrder.CheckoutChange[] = [];
    const priced: Priced[] = [];
    quoted.forEach((line, index) => {
      const cartLine = requested[index]!.cartLine!;
      const change = (fields: Pick<cartOrder.CheckoutChange, 'what' | 'message' | 'was' | 'now'>) =>
        changes.push({
          cartItemId: cartLine._id,
          productId: cartLine.productId,
          name: cartLine.display.name,
          ...fields,
        });
      if (line.state === 'gone') {
        change({ what: 'gone', message: `${cartLine.display.name} is not available any more` });
      } else if (line.state === 'not-offered') {
        change({ what: 'not-offered', message: `${cartLine.display.name} does not come like that any more` });
      } else {
        priced.push(line);
        const was = (shown.get(cartLine.productId)?.pricePaise ?? cartLine.basePaise) + cartLine.customizationPaise;
        if (was === line.unitPaise) return;
        change(priceChange(cartLine.display.name, was, line.unitPaise, tax));
      }
    });
    if (changes.length === 0) return priced;
    await this.#correctCart(userId, requested, quoted);
    throw changed(changes);
  }

  /** Writes the quoted prices to the cart and the snapshots, so that the buyer sees them and the retry succeeds. */
  async #correctCart(userId: string, requested: LineToQuote[], quoted: Awaited<ReturnType<Catalog['quote']>>) {
    const quotes = new Map(requested.map(({ cartLine }, index) => [cartLine!._id, quoted[index]!]));
    await this.transactions.run(async (session) => {
      const cart = await this.carts.of(userId, session);
      const corrected = cart.lines.map((line) => {
        const quote = quotes.get(line._id);
        if (quote?.state !== 'priced') return line;
        const { basePaise, customizationPaise, customizations } = quote;
        return { ...line, basePaise, customizationPaise, customizations };
      });
      await this.carts.save(cart, corrected, session);
    });
    for (const quote of quoted) if (quote.state === 'priced') await this.snapshots.correctPrice(quote);
  }

  /** The subtotal that the buyer saw must be the one that is frozen. @throws Failure `checkout.changed` */
  async #requireExpected(
    { expectedSubtotal }: Terms,
    subtotalPaise: number,
    lines: readonly QuotedLine[],
    tax: ShownTax,
  ): Promise<void> {
    if (expectedSubtotal === undefined || paiseFrom(expectedSubtotal) === subtotalPaise) return;
    const known = await this.snapshots.byId(lines.map(({ productId }) => productId));
    const seen = lines.map((line) => {
      const earlier = known.get(line.productId)?.earlierPaise;
      const optionsPaise = line.unitPaise - line.basePaise;
      return { ...line, earlierPaise: earlier === undefined ? undefined : earlier + optionsPaise };
    });
    const repriced = repricedLines(seen, paiseFrom(expectedSubtotal)).map(({ index, was }) => {
      const { cartItemId, productId, product, unitPaise } = lines[index]!;
      const line = { ...(cartItemId !== undefined && { cartItemId }), productId, name: product.name };
      return { ...line, ...priceChange(product.name, was, unitPaise, tax) };
    });
    if (repriced.length > 0) throw changed(repriced);
    const [{ productId, product }] = lines as [QuotedLine];
    const [was, now] = [expectedSubtotal, rupeesFrom(subtotalPaise)];
    const message = `The subtotal is now ${moneyText(subtotalPaise, 'INR')}`;
    throw changed([{ productId, name: product.name, what: 'subtotal', was, now, message }]);
  }

  async #rate(currency: Terms['currency']): Promise<Rate | undefined> {
    if (currency === 'INR') return undefined;
    const rate = await this.rates.of(currency);
    if (!rate) throw new Failure('checkout.no-rate');
    return rate;
  }
}

export const changed = (changes: cartOrder.CheckoutChange[]): Failure =>
  new Failure('checkout.changed', {
    ...(changes.length === 1 && { message: changes[0]!.message }),
    details: { changes },
  });

/** Unit prices on the wire are before tax; the message has the price as it is shown. */
const priceChange = (name: string, wasPaise: number, unitPaise: number, { prices, gstRate }: ShownTax) => ({
  what: 'price' as const,
  was: rupeesFrom(wasPaise),
  now: rupeesFrom(unitPaise),
  message: `The price of ${name} is now ${moneyText(prices === 'with-tax' ? mrpOf(unitPaise, gstRate) : unitPaise, 'INR')}`,
});

/** @throws Failure `cart.sum-too-low`, `cart.sum-too-high` */
function requirePayable({ total }: Totals, currency: CurrencyCode): void {
  const sum = majorUnit(total, currency);
  if (total < 1 || (currency === 'INR' && sum < cartOrder.MIN_SUM)) throw new Failure('cart.sum-too-low');
  if (sum > cartOrder.MAX_SUM) throw new Failure('cart.sum-too-high');
}

function lineOf(
  { cartLine, productId, quantity }: LineToQuote,
  { product, customizations, customized, particulars, basePaise, unitPaise }: Priced,
): QuotedLine {
  const { _id, name, images, focus, category, productGroup } = product;
  const engraving = customizations['engraving'];
  return {
    ...(cartLine && { cartItemId: cartLine._id }),
    productId,
    product: { _id, name, images, ...(focus && { focus }), category, productGroup },
    detailsRef: product.detailsRef,
    detailsModel: product.detailsModel,
    quantity,
    customizations,
    customized,
    ...(particulars && { particulars }),
    engraved: (typeof engraving === 'string' ? engraving : (engraving?.value ?? '')).trim() !== '',
    basePaise,
    unitPaise,
  };
}
