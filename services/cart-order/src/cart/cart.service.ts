import { Injectable } from '@nestjs/common';
import { type BodyOf, cartOrder, paiseFrom } from '@shop/contracts';
import { Failure, Outbox, type Outcomes, Transactions } from '@shop/service-kit';
import { Types } from 'mongoose';
import { type Charges, chargesFrom } from '../charges/charges.schema.ts';
import { ChargesService } from '../charges/charges.service.ts';
import { CheckoutsRepository, heldQuantities } from '../checkouts/checkouts.repository.ts';
import { Catalog } from '../clients/catalog.ts';
import type { ProductSnapshot } from '../product-snapshots/product-snapshot.schema.ts';
import { ProductSnapshotsService } from '../product-snapshots/product-snapshots.service.ts';
import { isSameItem, quantityOf } from './cart.rules.ts';
import type { Cart, CartLine } from './cart.schema.ts';
import { itemOf, type LineContext, shownCount, shownRupees, subtotalOf } from './cart.view.ts';
import { CartsRepository, type CartWithContext } from './carts.repository.ts';
import { cartWithMrp, itemWithMrp } from './mrp.rules.ts';
import { type Priced, pricedOf, requireOwnDetails } from './quoted-line.ts';
import { tooMany } from './too-many.ts';

type LineToAdd = BodyOf<typeof cartOrder.addToCart>;

interface Added {
  cartItem: cartOrder.CartItem;
  count: number;
}

/** One cart per account. Prices and stock shown are copies; a checkout quotes again. */
@Injectable()
export class CartService {
  constructor(
    private readonly carts: CartsRepository,
    private readonly snapshots: ProductSnapshotsService,
    private readonly checkouts: CheckoutsRepository,
    private readonly catalog: Catalog,
    private readonly charges: ChargesService,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  async show(userId: string) {
    const found = await this.carts.withContext(userId);
    if (!found) {
      const { maxPieces } = await this.charges.current();
      return { cart: [], saved: [], count: 0, subtotal: 0, mrp: 0, maxPieces, version: 0 };
    }
    const { lines, saved = [], version } = found;
    const { gstRate, maxPieces, ...context } = contextOf(found);
    const cart = lines.map((line) => itemOf(line, lines, context));
    const subtotal = shownRupees(subtotalOf(lines, context));
    const shown = cartWithMrp({ cart, count: shownCount(lines, context), subtotal, maxPieces, version }, gstRate);
    return { ...shown, saved: saved.map((line) => itemWithMrp(itemOf(line, [line], context), gstRate)) };
  }

  /** The cart to pass to `add`: possibly cached and stale, or with `fresh` from the database. */
  forUpdate(userId: string, fresh: boolean): Promise<Cart> {
    return this.carts.forUpdate(userId, fresh);
  }

  /** Quotes a line to add. @throws Failure `product.not-found`, `option.not-offered`, `request.invalid` */
  async quoteLine(line: LineToAdd): Promise<Priced> {
    const quoted = await this.#quote(line);
    requireOwnDetails(line, quoted);
    await this.snapshots.learn(quoted);
    return quoted;
  }

  /**
   * Adds to a possibly stale cart; returns `undefined`, and changes nothing, when its version is outdated.
   * @throws Failure `cart.insufficient-stock`, `cart.too-many`, `cart.sum-too-high`, `cart.full`
   */
  async add(
    cart: Cart,
    quantity: number,
    quoted: Priced,
    withOutcome: (answer: unknown) => Promise<Outcomes>,
  ): Promise<Added | undefined> {
    const { _id: userId, lines } = cart;
    const priced = linePriced(quoted);
    const known = lines.find((other) => isSameItem(other, priced));
    const line = {
      ...priced,
      _id: known?._id ?? new Types.ObjectId().toHexString(),
      quantity: (known?.quantity ?? 0) + quantity,
    };
    const now = known ? lines.map((other) => (other === known ? line : other)) : [...lines, line];
    if (now.length > cartOrder.MAX_LINES) throw new Failure('cart.full');
    const { gstRate, maxPieces, ...context } = await this.#contextOfQuoted(userId, now, quoted);
    requireAvailable(now, quoted, context.held, maxPieces);
    requirePayable(now, context);
    const answer = { cartItem: itemWithMrp(itemOf(line, now, context), gstRate), count: shownCount(now, context) };
    return (await this.carts.put(cart, now, await withOutcome(answer))) ? answer : undefined;
  }

  /** @throws Failure `cart.item-not-found`, `cart.insufficient-stock`, `cart.too-many`, `product.not-found`, `option.not-offered` */
  async changeQuantity(userId: string, lineId: string, quantity: number): Promise<Added> {
    const found = await this.carts.withContext(userId);
    if (!found) throw new Failure('cart.item-not-found');
    const before = lineIn(found.lines, lineId);
    // Reducing the quantity needs no quote.
    const quoted = quantity > before.quantity ? await this.#quote({ ...before, quantity }) : undefined;
    const { gstRate, maxPieces, ...known } = contextOf(found);
    const context = quoted ? withQuoted(known, quoted) : known;
    const { lines, line } = await this.transactions.run(async (session) => {
      const current = await this.carts.forChange(userId, session);
      const line = { ...lineIn(current.lines, lineId), ...(quoted && linePriced(quoted)), quantity };
      const now = current.lines.map((other) => (other._id === lineId ? line : other));
      if (quoted) {
        requireAvailable(now, quoted, context.held, maxPieces);
        requirePayable(now, context);
      }
      await this.carts.save(current, now, session);
      return { lines: now, line };
    });
    return { cartItem: itemWithMrp(itemOf(line, lines, context), gstRate), count: shownCount(lines, context) };
  }

  /** @throws Failure as in the contract */
  async changeOptions(userId: string, lineId: string, chosen: Omit<LineToAdd, 'quantity'>): Promise<Added> {
    const found = await this.carts.withContext(userId);
    if (!found) throw new Failure('cart.item-not-found');
    const quoted = await this.quoteLine({ ...chosen, quantity: lineIn(found.lines, lineId).quantity });
    return this.#put(userId, found, quoted, ({ lines }) => ({
      lines: lines.filter(({ _id }) => _id !== lineId),
      moved: lineIn(lines, lineId),
      at: lines.findIndex(({ _id }) => _id === lineId),
    }));
  }

  /** Returns the number of items left. @throws Failure `cart.item-not-found`, `cart.full` */
  async saveForLater(userId: string, lineId: string): Promise<number> {
    const left = await this.transactions.run(async (session) => {
      const cart = await this.carts.forChange(userId, session);
      const line = lineIn(cart.lines, lineId);
      const { saved = [] } = cart;
      const known = saved.find((other) => isSameItem(other, line));
      const quantity = Math.min(line.quantity + (known?.quantity ?? 0), cartOrder.MAX_QUANTITY);
      const now = [{ ...line, quantity }, ...saved.filter((other) => other !== known)];
      if (now.length > cartOrder.MAX_LINES) throw new Failure('cart.full');
      const lines = cart.lines.filter((other) => other !== line);
      await this.carts.save(cart, lines, session, now);
      return lines;
    });
    return this.#countOf(left);
  }

  /** Returns the line's id. Stock is asked for when it is moved to the cart. @throws Failure as in the contract */
  async addToSaved(userId: string, { quantity, ...chosen }: LineToAdd): Promise<string> {
    const priced = linePriced(await this.quoteLine({ ...chosen, quantity }));
    return this.transactions.run(async (session) => {
      const cart = await this.carts.forChange(userId, session);
      const { saved = [] } = cart;
      const known = saved.find((other) => isSameItem(other, priced));
      const _id = known?._id ?? new Types.ObjectId().toHexString();
      const line = { ...priced, _id, quantity: Math.max(quantity, known?.quantity ?? 0) };
      const now = [line, ...saved.filter((other) => other !== known)];
      if (now.length > cartOrder.MAX_LINES) throw new Failure('cart.full');
      await this.carts.save(cart, cart.lines, session, now);
      return _id;
    });
  }

  /** @throws Failure as in the contract */
  async moveToCart(userId: string, lineId: string): Promise<Added> {
    const found = await this.carts.withContext(userId);
    const line = lineIn(found?.saved ?? [], lineId);
    return this.#put(userId, found!, await this.#quote(line), ({ lines, saved = [] }) => ({
      lines,
      moved: lineIn(saved, lineId),
      at: lines.length,
      saved: saved.filter(({ _id }) => _id !== lineId),
    }));
  }

  /** @throws Failure `cart.item-not-found` */
  removeSaved(userId: string, lineId: string): Promise<void> {
    return this.transactions.run(async (session) => {
      const cart = await this.carts.forChange(userId, session);
      const { saved = [] } = cart;
      lineIn(saved, lineId);
      const left = saved.filter(({ _id }) => _id !== lineId);
      await this.carts.save(cart, cart.lines, session, left);
    });
  }

  /** Returns the number of items left. @throws Failure `cart.item-not-found` */
  async remove(userId: string, lineId: string): Promise<number> {
    const left = await this.transactions.run(async (session) => {
      const cart = await this.carts.forChange(userId, session);
      lineIn(cart.lines, lineId);
      const now = cart.lines.filter(({ _id }) => _id !== lineId);
      await this.carts.save(cart, now, session);
      return now;
    });
    return this.#countOf(left);
  }

  async #countOf(lines: readonly CartLine[]): Promise<number> {
    return shownCount(lines, { snapshots: await this.snapshots.byId(lines.map(({ productId }) => productId)) });
  }

  /** Puts a line, as it was just quoted, to its place among the others, or adds it to the one that is the same. */
  async #put(
    userId: string,
    found: CartWithContext,
    quoted: Priced,
    take: (cart: Cart) => { lines: CartLine[]; moved: CartLine; at: number; saved?: CartLine[] },
  ): Promise<Added> {
    const { gstRate, maxPieces, ...known } = contextOf(found);
    const context = withQuoted(known, quoted);
    const { lines, line } = await this.transactions.run(async (session) => {
      const current = await this.carts.forChange(userId, session);
      const { lines: others, moved, at, saved } = take(current);
      const put = { ...moved, ...linePriced(quoted) };
      const same = others.find((other) => isSameItem(other, put));
      const line = same ? { ...put, _id: same._id, quantity: same.quantity + moved.quantity } : put;
      const now = same ? others.map((other) => (other === same ? line : other)) : others.toSpliced(at, 0, line);
      if (now.length > cartOrder.MAX_LINES) throw new Failure('cart.full');
      requireAvailable(now, quoted, context.held, maxPieces);
      requirePayable(now, context);
      await this.carts.save(current, now, session, saved);
      return { lines: now, line };
    });
    return { cartItem: itemWithMrp(itemOf(line, lines, context), gstRate), count: shownCount(lines, context) };
  }

  clear(userId: string): Promise<void> {
    return this.transactions.run(async (session) => {
      const cart = await this.carts.forChange(userId, session);
      if (cart.lines.length === 0) return;
      await this.carts.save(cart, [], session);
      await this.outbox.publish(session, cartOrder.cartCleared, { key: userId, data: { userId } });
    });
  }

  async #quote(line: Pick<LineToAdd, 'productId' | 'quantity' | 'customizations'> | CartLine): Promise<Priced> {
    const { productId, quantity, customizations } = line;
    const quoted = await this.catalog.quoteLine({
      productId,
      quantity,
      customizations: customizations as LineToAdd['customizations'],
    });
    return pricedOf(quoted);
  }

  /** Context of lines of which one was just quoted. */
  async #contextOfQuoted(userId: string, lines: readonly CartLine[], quoted: Priced): Promise<FullContext> {
    const { product, stock } = quoted;
    const others = lines.map(({ productId }) => productId).filter((id) => id !== product._id);
    // The user's own holds only matter when the free stock is too small.
    const isShort = quantityOf(lines, product._id) > stock;
    const [{ snapshots, charges }, held] = await Promise.all([
      others.length > 0 ? this.snapshots.byIdWithCharges(others) : this.#chargesOnly(),
      isShort ? this.checkouts.heldBy(userId) : new Map<string, number>(),
    ]);
    const { gstRate, maxPieces } = charges;
    return { ...withQuoted({ snapshots, held }, quoted), gstRate, maxPieces };
  }

  async #chargesOnly() {
    return { snapshots: new Map<string, ProductSnapshot>(), charges: await this.charges.current() };
  }
}

type FullContext = LineContext & Pick<Charges, 'gstRate' | 'maxPieces'>;

const contextOf = ({ snapshots, live, charges }: CartWithContext): FullContext => {
  const { gstRate, maxPieces } = chargesFrom(charges[0]);
  return {
    snapshots: new Map(snapshots.map((snapshot) => [snapshot._id, snapshot])),
    held: heldQuantities(live),
    gstRate,
    maxPieces,
  };
};

/** The quote is newer than the snapshot. */
const withQuoted = ({ snapshots, held }: LineContext, { product, stock, basePaise }: Priced): LineContext => ({
  snapshots: new Map(snapshots).set(product._id, { _id: product._id, pricePaise: basePaise, stock }),
  held,
});

function lineIn(lines: readonly CartLine[], id: string): CartLine {
  const line = lines.find(({ _id }) => _id === id);
  if (!line) throw new Failure('cart.item-not-found');
  return line;
}

/** @throws Failure `cart.insufficient-stock`, `cart.too-many`: whichever allows fewer */
function requireAvailable(
  lines: readonly CartLine[],
  { product, stock }: Priced,
  held: Map<string, number>,
  limit: number,
): void {
  const free = stock + (held.get(product._id) ?? 0);
  const wanted = quantityOf(lines, product._id);
  if (wanted > limit && limit <= free) throw tooMany({ productId: product._id, name: product.name }, limit);
  if (wanted <= free) return;
  throw new Failure('cart.insufficient-stock', {
    ...(free === 0 && { message: 'Out of stock' }),
    details: {
      productId: product._id,
      stock: free,
      lines: lines
        .filter(({ productId }) => productId === product._id)
        .map(({ _id: cartItemId, quantity }) => ({ cartItemId, quantity })),
    },
  });
}

/** @throws Failure `cart.sum-too-high` */
function requirePayable(lines: readonly CartLine[], context: LineContext): void {
  if (subtotalOf(lines, context) > paiseFrom(cartOrder.MAX_SUM)) throw new Failure('cart.sum-too-high');
}

const linePriced = ({
  product,
  customizations,
  customized,
  basePaise,
  customizationPaise,
}: Priced): Omit<CartLine, '_id' | 'quantity'> => ({
  productId: product._id,
  detailsRef: product.detailsRef,
  detailsModel: product.detailsModel,
  customizations,
  customized,
  basePaise,
  customizationPaise,
  display: {
    name: product.name,
    images: product.images,
    ...(product.focus && { focus: product.focus }),
    categoryMain: product.category.main,
    productGroup: product.productGroup,
  },
});
