import { Injectable } from '@nestjs/common';
import { type BodyOf, type cartOrder, paiseFrom, rupeesFrom } from '@shop/contracts';
import { Failure, Transactions } from '@shop/service-kit';
import type { CartLine } from '../cart/cart.schema.ts';
import { CartsRepository } from '../cart/carts.repository.ts';
import { type Priced, pricedOf } from '../cart/quoted-line.ts';
import type { Charges } from '../charges/charges.schema.ts';
import { ChargesService } from '../charges/charges.service.ts';
import { Catalog } from '../clients/catalog.ts';
import { type Rate, Rates } from '../clients/rates.ts';
import { ProductSnapshotsService } from '../product-snapshots/product-snapshots.service.ts';
import type { Checkout, CheckoutLine } from './checkout.schema.ts';
import { CheckoutsRepository } from './checkouts.repository.ts';
import { converted, couriersTo, gstRateOf, shippingOf, totalsIn, totalsInPaise } from './totals.rules.ts';

type CheckoutRequest = BodyOf<typeof cartOrder.startCheckout>;
type QuoteRequest = BodyOf<typeof cartOrder.quoteCheckout>;
type Customizations = NonNullable<CheckoutRequest['buyNow']>['customizations'];

/** A line to buy; `cartLine` is what the buyer was shown. */
interface LineToQuote {
  cartLine?: CartLine;
  productId: string;
  quantity: number;
  customizations: Customizations;
}

type Terms = QuoteRequest & Pick<CheckoutRequest, 'expectedSubtotal'>;

type Sums = Pick<Checkout, 'source' | 'lines' | 'currency' | 'rate' | 'gstRate' | 'courier' | 'paise' | 'amounts'>;

/** A quote to freeze. */
export type Quote = Sums & Pick<Checkout, 'shippingInfo' | 'specialRequest'>;

/** A quote to show, with the buyer's other options. Amounts in the smallest unit of its currency. */
export interface ShownQuote extends Sums {
  /** Quantity available to the buyer, by line. */
  stock: number[];
  couriers: { courier: string; amount: number }[];
  extras: { hallmarking: number; specialRequest: number };
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
  ) {}

  /**
   * @throws Failure `checkout.empty`, `checkout.changed` with the differences to what the buyer saw (the cart is corrected),
   * `checkout.no-rate`, `checkout.unknown-courier`; for buy now also `product.not-found` and `option.not-offered`
   */
  async quote(userId: string, { shippingInfo, specialRequest, ...request }: CheckoutRequest): Promise<Quote> {
    const terms = { ...request, country: shippingInfo.country, specialRequest: specialRequest !== undefined };
    const { sums } = await this.#sums(userId, terms, await this.charges.current());
    return { ...sums, shippingInfo, specialRequest: specialRequest?.note ?? null };
  }

  /** A preview, with the couriers and extras to choose from. @throws Failure as `quote` */
  async show(userId: string, terms: QuoteRequest): Promise<ShownQuote> {
    const charges = await this.charges.current();
    const [{ sums, priced }, held] = await Promise.all([
      this.#sums(userId, terms, charges),
      this.checkouts.heldBy(userId),
    ]);
    const { rate, currency } = sums;
    const shown = (paise: number) => (rate ? converted(paise, rate.rate, currency) : paise);
    return {
      ...sums,
      stock: priced.map(({ product, stock }) => stock + (held.get(product._id) ?? 0)),
      couriers: couriersTo(terms.country, sums.paise.subtotal, charges).map(({ courier, paise }) => ({
        courier,
        amount: shown(paise),
      })),
      extras: { hallmarking: shown(charges.hallmarkingPaise), specialRequest: shown(charges.specialRequestPaise) },
    };
  }

  async #sums(userId: string, terms: Terms, charges: Charges): Promise<{ sums: Sums; priced: Priced[] }> {
    const requested = await this.#linesOf(userId, terms);
    const priced = await this.#prices(userId, requested);
    const lines = priced.map((quoted, index) => lineOf(requested[index]!, quoted));
    const { country, courier, currency } = terms;
    const gstRate = gstRateOf(country, charges);
    const subtotalPaise = lines.reduce((sum, { unitPaise, quantity }) => sum + unitPaise * quantity, 0);
    requireExpected(terms, subtotalPaise, lines);
    const shipping = shippingOf({ country, courier, subtotalPaise }, charges);
    if (!shipping) throw new Failure('checkout.unknown-courier', { errors: { courier: 'Does not deliver there' } });
    const rupeeTotals = totalsInPaise(lines, terms, shipping.paise, gstRate, charges);
    const rate = await this.#rate(currency);
    const { units, totals } = rate
      ? totalsIn(currency, rate.rate, lines, rupeeTotals)
      : { units: lines.map(({ unitPaise }) => unitPaise), totals: rupeeTotals };
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
      courier: shipping.courier,
      paise: rupeeTotals,
      amounts: totals,
    };
    return { sums, priced };
  }

  async #linesOf(userId: string, { buyNow }: Terms): Promise<LineToQuote[]> {
    if (buyNow) return [buyNow];
    const { lines } = await this.carts.of(userId);
    if (lines.length === 0) throw new Failure('checkout.empty');
    return lines.map((cartLine) => ({
      cartLine,
      productId: cartLine.productId,
      quantity: cartLine.quantity,
      // Catalog reads only the values: the prices are its own.
      customizations: cartLine.customizations as Customizations,
    }));
  }

  async #prices(userId: string, requested: LineToQuote[]): Promise<Priced[]> {
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
        const [before, now] = [rupeesFrom(was), rupeesFrom(line.unitPaise)];
        change({ what: 'price', was: before, now, message: `The price of ${cartLine.display.name} is now ₹${now}` });
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

/** The subtotal that the buyer saw must be the one that is frozen. */
function requireExpected(
  { expectedSubtotal }: Terms,
  subtotalPaise: number,
  lines: { product: { name: string }; productId: string }[],
): void {
  if (expectedSubtotal === undefined || paiseFrom(expectedSubtotal) === subtotalPaise) return;
  const now = rupeesFrom(subtotalPaise);
  const { product, productId } = lines[0]!;
  throw changed([
    {
      productId,
      name: product.name,
      what: 'subtotal',
      was: expectedSubtotal,
      now,
      message: `The subtotal is now ₹${now}`,
    },
  ]);
}

function lineOf(
  { cartLine, productId, quantity }: LineToQuote,
  { product, customizations, customized, basePaise, unitPaise }: Priced,
): Omit<CheckoutLine, 'unitAmount' | 'baseAmount'> {
  const { _id, name, images, category, productGroup } = product;
  const engraving = customizations['engraving'];
  return {
    ...(cartLine && { cartItemId: cartLine._id }),
    productId,
    product: { _id, name, images, category, productGroup },
    detailsRef: product.detailsRef,
    detailsModel: product.detailsModel,
    quantity,
    customizations,
    customized,
    engraved: (typeof engraving === 'string' ? engraving : (engraving?.value ?? '')).trim() !== '',
    basePaise,
    unitPaise,
  };
}
