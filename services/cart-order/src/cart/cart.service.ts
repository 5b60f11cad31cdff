import { Injectable } from '@nestjs/common';
import { type BodyOf, cartOrder, rupeesFrom } from '@shop/contracts';
import { Failure, Outbox, type Outcomes, Transactions } from '@shop/service-kit';
import { Types } from 'mongoose';
import { CheckoutsRepository, heldQuantities } from '../checkouts/checkouts.repository.ts';
import { Catalog } from '../clients/catalog.ts';
import type { ProductSnapshot } from '../product-snapshots/product-snapshot.schema.ts';
import { ProductSnapshotsService } from '../product-snapshots/product-snapshots.service.ts';
import { countOf, isSameItem, quantityOf } from './cart.rules.ts';
import type { Cart, CartLine } from './cart.schema.ts';
import { CartsRepository, type CartWithContext } from './carts.repository.ts';
import { type Priced, pricedOf } from './quoted-line.ts';

type LineToAdd = BodyOf<typeof cartOrder.addToCart>;

/** What a line is shown with. */
interface LineContext {
  snapshots: Map<string, ProductSnapshot>;
  /** Quantities held by the user's own live checkouts: not in the free stock, but still available to this user. */
  held: Map<string, number>;
}

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
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  async show(userId: string) {
    const found = await this.carts.withContext(userId);
    if (!found) return { cart: [], count: 0, subtotal: 0, version: 0 };
    const { lines, version } = found;
    const context = contextOf(found);
    const cart = lines.map((line) => itemOf(line, lines, context));
    const subtotal = rupeesFrom(lines.reduce((sum, line) => sum + unitOf(line, context) * line.quantity, 0));
    return { cart, count: countOf(lines), subtotal, version };
  }

  /** The cart to pass to `add`: possibly cached and stale, or with `fresh` from the database. */
  forUpdate(userId: string, fresh: boolean): Promise<Cart> {
    return this.carts.forUpdate(userId, fresh);
  }

  /** Quotes a line to add. @throws Failure `product.not-found`, `option.not-offered` */
  async quoteLine(line: LineToAdd): Promise<Priced> {
    const quoted = await this.#quote(line);
    await this.snapshots.learn(quoted);
    return quoted;
  }

  /**
   * Adds to a possibly stale cart; returns `undefined`, and changes nothing, when its version is outdated.
   * @throws Failure `cart.insufficient-stock`, `cart.full`
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
    if (line.quantity > cartOrder.MAX_QUANTITY) {
      throw new Failure('request.invalid', { errors: { quantity: cartOrder.TOO_MANY } });
    }
    const context = await this.#contextOfQuoted(userId, now, quoted);
    requireStock(now, quoted, context.held);
    const answer = { cartItem: itemOf(line, now, context), count: countOf(now) };
    return (await this.carts.put(cart, now, await withOutcome(answer))) ? answer : undefined;
  }

  /** @throws Failure `cart.item-not-found`, `cart.insufficient-stock`, `product.not-found`, `option.not-offered` */
  async changeQuantity(userId: string, lineId: string, quantity: number): Promise<Changed> {
    const { lines } = await this.carts.of(userId);
    const before = lineIn(lines, lineId);
    // Reducing the quantity needs no quote.
    const quoted = quantity > before.quantity ? await this.#quote({ ...before, quantity }) : undefined;
    const held = quoted && (await this.checkouts.heldBy(userId));
    return this.transactions.run(async (session) => {
      const current = await this.carts.of(userId, session);
      const line = { ...lineIn(current.lines, lineId), ...(quoted && linePriced(quoted)), quantity };
      const now = current.lines.map((other) => (other._id === lineId ? line : other));
      if (quoted && held) requireStock(now, quoted, held);
      await this.carts.save(current, now, session);
      return { lines: now, line };
    });
  }

  /** Returns the number of items left. @throws Failure `cart.item-not-found` */
  remove(userId: string, lineId: string): Promise<number> {
    return this.transactions.run(async (session) => {
      const cart = await this.carts.of(userId, session);
      lineIn(cart.lines, lineId);
      const now = cart.lines.filter(({ _id }) => _id !== lineId);
      await this.carts.save(cart, now, session);
      return countOf(now);
    });
  }

  clear(userId: string): Promise<void> {
    return this.transactions.run(async (session) => {
      const cart = await this.carts.of(userId, session);
      if (cart.lines.length === 0) return;
      await this.carts.save(cart, [], session);
      await this.outbox.publish(session, cartOrder.cartCleared, { key: userId, data: { userId } });
    });
  }

  /** The response for a changed line. */
  async answer(userId: string, { lines, line }: Changed) {
    return { cartItem: itemOf(line, lines, await this.#contextOf(userId, [line])), count: countOf(lines) };
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

  /** Context of a line that was just quoted: the quote is newer than the snapshot. */
  async #contextOfQuoted(userId: string, lines: readonly CartLine[], { product, stock, basePaise }: Priced) {
    const snapshot: ProductSnapshot = { _id: product._id, pricePaise: basePaise, stock };
    // The user's own holds only matter when the free stock is too small.
    const isShort = quantityOf(lines, product._id) > stock;
    const held = isShort ? await this.checkouts.heldBy(userId) : new Map<string, number>();
    return { snapshots: new Map([[product._id, snapshot]]), held };
  }

  async #contextOf(userId: string, lines: readonly Pick<CartLine, 'productId'>[]): Promise<LineContext> {
    if (lines.length === 0) return { snapshots: new Map(), held: new Map() };
    const [snapshots, held] = await Promise.all([
      this.snapshots.byId(lines.map(({ productId }) => productId)),
      this.checkouts.heldBy(userId),
    ]);
    return { snapshots, held };
  }
}

export interface Changed {
  lines: CartLine[];
  line: CartLine;
}

const contextOf = ({ snapshots, live }: CartWithContext): LineContext => ({
  snapshots: new Map(snapshots.map((snapshot) => [snapshot._id, snapshot])),
  held: heldQuantities(live),
});

function lineIn(lines: readonly CartLine[], id: string): CartLine {
  const line = lines.find(({ _id }) => _id === id);
  if (!line) throw new Failure('cart.item-not-found');
  return line;
}

function requireStock(lines: readonly CartLine[], { product, stock }: Priced, held: Map<string, number>): void {
  const free = stock + (held.get(product._id) ?? 0);
  if (quantityOf(lines, product._id) <= free) return;
  throw new Failure('cart.insufficient-stock', {
    ...(free === 0 && { message: 'Out of stock' }),
    details: { productId: product._id, stock: free },
  });
}

const linePriced = ({
  product,
  customizations,
  basePaise,
  customizationPaise,
}: Priced): Omit<CartLine, '_id' | 'quantity'> => ({
  productId: product._id,
  detailsRef: product.detailsRef,
  detailsModel: product.detailsModel,
  customizations,
  basePaise,
  customizationPaise,
  display: {
    name: product.name,
    images: product.images,
    categoryMain: product.category.main,
    productGroup: product.productGroup,
  },
});

/** Unit price in paise, with the latest known base price. */
const unitOf = (line: CartLine, { snapshots }: LineContext): number =>
  (snapshots.get(line.productId)?.pricePaise ?? line.basePaise) + line.customizationPaise;

function itemOf(line: CartLine, lines: readonly CartLine[], context: LineContext): cartOrder.CartItem {
  const snapshot = context.snapshots.get(line.productId);
  const display = snapshot?.display ?? line.display;
  const stock = snapshot?.gone ? 0 : (snapshot?.stock ?? 0) + (context.held.get(line.productId) ?? 0);
  const unitPaise = unitOf(line, context);
  const isShort = quantityOf(lines, line.productId) > stock;
  return {
    _id: line._id,
    cartItemId: line._id,
    quantity: line.quantity,
    productId: line.productId,
    detailsRef: line.detailsRef,
    detailsModel: line.detailsModel,
    customizations: line.customizations,
    finalPrice: rupeesFrom(unitPaise),
    customizationPrice: rupeesFrom(line.customizationPaise),
    linePrice: rupeesFrom(unitPaise * line.quantity),
    product: {
      _id: line.productId,
      name: display.name,
      images: display.images,
      category: { main: display.categoryMain },
      productGroup: display.productGroup,
    },
    stock,
    availability: snapshot?.gone ? 'gone' : isShort ? 'short' : 'available',
  };
}
