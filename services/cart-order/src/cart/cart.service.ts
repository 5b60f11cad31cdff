import { Injectable } from '@nestjs/common';
import { type BodyOf, cartOrder, rupeesFrom } from '@shop/contracts';
import { Failure, Outbox, type Outcomes, Transactions } from '@shop/service-kit';
import { Types } from 'mongoose';
import { CheckoutsRepository, piecesHeld } from '../checkouts/checkouts.repository.ts';
import { Catalog } from '../clients/catalog.ts';
import type { Piece } from '../pieces/piece.schema.ts';
import { PiecesService } from '../pieces/pieces.service.ts';
import { countOf, isSamePiece, piecesOf } from './cart.rules.ts';
import type { Cart, CartLine } from './cart.schema.ts';
import { CartsRepository, type CartWithAround } from './carts.repository.ts';
import { type Priced, pricedOf } from './quoted-line.ts';

type LineToAdd = BodyOf<typeof cartOrder.addToCart>;

/** What stands around a line when it is shown. */
interface Around {
  pieces: Map<string, Piece>;
  /** Pieces that the user's own live checkouts hold: they are out of the free stock, and still the user's to buy. */
  held: Map<string, number>;
}

/** What an addition answers. */
interface Added {
  cartItem: cartOrder.CartItem;
  count: number;
}

/** One cart per account. Prices and stock shown are copies; a checkout asks catalog anew. */
@Injectable()
export class CartService {
  constructor(
    private readonly carts: CartsRepository,
    private readonly pieces: PiecesService,
    private readonly checkouts: CheckoutsRepository,
    private readonly catalog: Catalog,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  async show(userId: string) {
    const found = await this.carts.withAround(userId);
    if (!found) return { cart: [], count: 0, subtotal: 0, version: 0 };
    const { lines, version } = found;
    const around = aroundOf(found);
    const cart = lines.map((line) => itemOf(line, lines, around));
    const subtotal = rupeesFrom(lines.reduce((sum, line) => sum + unitOf(line, around) * line.quantity, 0));
    return { cart, count: countOf(lines), subtotal, version };
  }

  /** The cart as it was when it was seen last, or with `anew` as it is; to add to. */
  seen(userId: string, anew: boolean): Promise<Cart> {
    return this.carts.seen(userId, anew);
  }

  /** What a line to add costs. @throws Failure `product.not-found`, `option.not-offered` */
  async priced(line: LineToAdd): Promise<Priced> {
    const quoted = await this.#quote(line);
    await this.pieces.learn(quoted);
    return quoted;
  }

  /**
   * Adds to a cart as it was seen; answers `undefined`, and changes nothing, when it is not so any more.
   * @throws Failure `cart.insufficient-stock`, `cart.full`
   */
  async add(
    cart: Cart,
    quantity: number,
    quoted: Priced,
    kept: (answer: unknown) => Promise<Outcomes>,
  ): Promise<Added | undefined> {
    const { _id: userId, lines } = cart;
    const priced = linePriced(quoted);
    const known = lines.find((other) => isSamePiece(other, priced));
    const line = {
      ...priced,
      _id: known?._id ?? new Types.ObjectId().toHexString(),
      quantity: (known?.quantity ?? 0) + quantity,
    };
    const now = known ? lines.map((other) => (other === known ? line : other)) : [...lines, line];
    if (now.length > cartOrder.LINES_LIMIT) throw new Failure('cart.full');
    if (line.quantity > cartOrder.QUANTITY_LIMIT) {
      throw new Failure('request.invalid', { errors: { quantity: cartOrder.TOO_MANY } });
    }
    const around = await this.#aroundQuoted(userId, now, quoted);
    requireStock(now, quoted, around.held);
    const answer = { cartItem: itemOf(line, now, around), count: countOf(now) };
    return (await this.carts.put(cart, now, await kept(answer))) ? answer : undefined;
  }

  /** @throws Failure `cart.item-not-found`, `cart.insufficient-stock`, `product.not-found`, `option.not-offered` */
  async changeQuantity(userId: string, lineId: string, quantity: number): Promise<Changed> {
    const { lines } = await this.carts.of(userId);
    const before = lineIn(lines, lineId);
    // Fewer pieces are always right; for more catalog knows best.
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

  /** Answers the number of pieces that are left. @throws Failure `cart.item-not-found` */
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

  /** A changed line as the wire shows it. */
  async answer(userId: string, { lines, line }: Changed) {
    return { cartItem: itemOf(line, lines, await this.#around(userId, [line])), count: countOf(lines) };
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

  /** Around a line that was quoted just now, which is newer than what events told. */
  async #aroundQuoted(userId: string, lines: readonly CartLine[], { product, stock, basePaise }: Priced) {
    const piece: Piece = { _id: product._id, pricePaise: basePaise, stock };
    // What their owner's checkouts hold matters to those who come near the stock only.
    const isNear = piecesOf(lines, product._id) > stock;
    const held = isNear ? await this.checkouts.heldBy(userId) : new Map<string, number>();
    return { pieces: new Map([[product._id, piece]]), held };
  }

  async #around(userId: string, lines: readonly Pick<CartLine, 'productId'>[]): Promise<Around> {
    if (lines.length === 0) return { pieces: new Map(), held: new Map() };
    const [pieces, held] = await Promise.all([
      this.pieces.byId(lines.map(({ productId }) => productId)),
      this.checkouts.heldBy(userId),
    ]);
    return { pieces, held };
  }
}

export interface Changed {
  lines: CartLine[];
  line: CartLine;
}

const aroundOf = ({ pieces, live }: CartWithAround): Around => ({
  pieces: new Map(pieces.map((piece) => [piece._id, piece])),
  held: piecesHeld(live),
});

function lineIn(lines: readonly CartLine[], id: string): CartLine {
  const line = lines.find(({ _id }) => _id === id);
  if (!line) throw new Failure('cart.item-not-found');
  return line;
}

function requireStock(lines: readonly CartLine[], { product, stock }: Priced, held: Map<string, number>): void {
  const free = stock + (held.get(product._id) ?? 0);
  if (piecesOf(lines, product._id) <= free) return;
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

/** Paise of one piece, with the base price that was heard of last. */
const unitOf = (line: CartLine, { pieces }: Around): number =>
  (pieces.get(line.productId)?.pricePaise ?? line.basePaise) + line.customizationPaise;

function itemOf(line: CartLine, lines: readonly CartLine[], around: Around): cartOrder.CartItem {
  const piece = around.pieces.get(line.productId);
  const display = piece?.display ?? line.display;
  const stock = piece?.gone ? 0 : (piece?.stock ?? 0) + (around.held.get(line.productId) ?? 0);
  const unitPaise = unitOf(line, around);
  const isShort = piecesOf(lines, line.productId) > stock;
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
    availability: piece?.gone ? 'gone' : isShort ? 'short' : 'available',
  };
}
