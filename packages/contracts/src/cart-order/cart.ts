import { z } from 'zod';
import { detailsModel } from '../catalog/details.ts';
import { pictureFocus } from '../catalog/picture-notes.ts';
import { chosenCustomizations, pricedCustomizations } from '../catalog/prices.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { groupCode, mrp, objectId, rupees } from '../core/shapes.ts';
import { maxPieces } from './charges.ts';

export const cartErrors = defineErrors({
  /** `details`: `{ productId, stock, lines: [{ cartItemId, quantity }] }`: all lines of a product share its stock. */
  'cart.insufficient-stock': { status: 409, message: 'There are not enough pieces left' },
  /** `details`: `{ productId, limit }`; all lines of a product and what other checkouts hold count together. */
  'cart.too-many': { status: 409, message: 'This is more than one customer can have of a piece' },
  'cart.sum-too-low': { status: 409, message: 'A purchase is at least ₹1. Please take more' },
  'cart.sum-too-high': { status: 409, message: 'Together this is more than can be paid at once. Please take less' },
  'cart.full': { status: 409, message: 'The cart is full' },
  'cart.item-not-found': { status: 404, message: 'This item is not in your cart any more' },
});

/** Of a cart or a checkout. */
export const MAX_LINES = 100;

/** Of one line. */
export const MAX_QUANTITY = 10_000;
export const TOO_MANY = 'This is too many';

/** Of a line, a cart and a total, in the major unit of any currency. */
export const MAX_SUM = 1_000_000_000;

/** Of a total, in rupees: providers take no less. */
export const MIN_SUM = 1;

export const quantity = z
  .int('Choose a whole number')
  .min(1, 'At least 1')
  .max(MAX_QUANTITY, TOO_MANY)
  .meta({ examples: [2] });

/** A line as sent by a client. A price in it is ignored: the server quotes. */
export const lineToAdd = z.object({
  productId: objectId,
  detailsRef: objectId.optional(),
  detailsModel: detailsModel.optional(),
  quantity,
  customizations: chosenCustomizations.prefault({}),
});

/** What a line shows of its product. */
export const lineProduct = z
  .object({
    _id: objectId,
    name: z.string(),
    images: z.array(z.string()),
    /** What stays in sight of the first picture, if not its middle. */
    focus: pictureFocus.optional(),
    category: z.object({ main: z.string() }),
    productGroup: groupCode,
  })
  .meta({ id: 'LineProduct' });

export const cartItem = z
  .object({
    _id: objectId,
    /** The same as `_id`. */
    cartItemId: objectId,
    quantity,
    productId: objectId,
    detailsRef: objectId,
    detailsModel,
    customizations: pricedCustomizations,
    /** Made to order, in another value than the ready piece's; absent from lines of an earlier version. */
    customized: z.boolean().optional(),
    /** Unit price, options included. */
    finalPrice: rupees,
    /** The part of `finalPrice` that the options add. */
    customizationPrice: rupees,
    /** `finalPrice` × `quantity`. */
    linePrice: rupees,
    /** `finalPrice` with its GST. */
    mrp: mrp.optional(),
    /** `linePrice` with its share of the cart's GST: the lines add up to the cart's `mrp`. */
    lineMrp: mrp.optional(),
    product: lineProduct,
    /** Free stock, shared by all lines of the product. */
    stock: z.int().nonnegative(),
    /** `short`: less free stock than the cart's quantity; `gone`: no longer in the shop. */
    availability: z.enum(['available', 'short', 'gone']),
  })
  .meta({ id: 'CartItem' });
export type CartItem = z.infer<typeof cartItem>;

/** Number of items, shown on the cart badge. */
const count = z.int().nonnegative();

export const getCart = defineCall({
  id: 'cart-order.get-cart',
  service: 'cart-order',
  method: 'GET',
  path: '/cart',
  access: 'user',
  limited: 'It has a cart of its own',
  summary: 'The cart of the signed-in user, with the last known prices and stock of the catalogue',
  answer: z.object({
    cart: z.array(cartItem),
    /** Lines put aside for later: in no sum and no count. Absent from answers of an earlier version. */
    saved: z.array(cartItem).optional(),
    count,
    /** Sum of the lines. */
    subtotal: rupees,
    /** `subtotal` with its GST. */
    mrp: mrp.optional(),
    /** What an account can have of one product. */
    maxPieces: maxPieces.optional(),
    /** Incremented by every change of the cart. */
    version: z.int().nonnegative(),
  }),
  errors: [],
});

export const addToCart = defineCall({
  id: 'cart-order.add-to-cart',
  service: 'cart-order',
  method: 'POST',
  path: '/cart',
  access: 'user',
  limited: 'It has a cart of its own',
  summary: 'Adds a quantity of a product; the same product with the same options is one line',
  body: lineToAdd,
  answer: z.object({ cartItem, count }),
  status: 201,
  errors: [
    'product.not-found',
    'option.not-offered',
    'option.not-priced',
    'cart.insufficient-stock',
    'cart.too-many',
    'cart.sum-too-high',
    'cart.full',
  ],
  idempotencyKey: true,
});

export const changeQuantity = defineCall({
  id: 'cart-order.change-quantity',
  service: 'cart-order',
  method: 'PUT',
  path: '/cart/:cartItemId',
  access: 'user',
  limited: 'It has a cart of its own',
  summary: 'Sets the quantity of a line',
  params: z.object({ cartItemId: objectId }),
  body: z.object({ quantity }),
  answer: z.object({ cartItem, count }),
  errors: [
    'cart.item-not-found',
    'cart.insufficient-stock',
    'cart.too-many',
    'cart.sum-too-high',
    'product.not-found',
    'option.not-offered',
    'option.not-priced',
  ],
  repeatable: 'The quantity is set, not added',
});

export const changeOptions = defineCall({
  id: 'cart-order.change-options',
  service: 'cart-order',
  method: 'PUT',
  path: '/cart/:cartItemId/options',
  access: 'user',
  limited: 'It has a cart of its own',
  summary:
    'Sets product (another metal tone is another product) and options of a line, which joins a line that is the same',
  params: z.object({ cartItemId: objectId }),
  body: z.object({ productId: objectId, customizations: chosenCustomizations }),
  answer: z.object({ cartItem, count }),
  errors: [
    'cart.item-not-found',
    'cart.insufficient-stock',
    'cart.too-many',
    'cart.sum-too-high',
    'product.not-found',
    'option.not-offered',
    'option.not-priced',
  ],
});

export const saveForLater = defineCall({
  id: 'cart-order.save-for-later',
  service: 'cart-order',
  method: 'PUT',
  path: '/cart/saved/:cartItemId',
  access: 'user',
  limited: 'It has a cart of its own',
  summary: 'Puts a line of the cart aside',
  params: z.object({ cartItemId: objectId }),
  answer: z.object({ id: objectId, count }),
  errors: ['cart.item-not-found', 'cart.full'],
});

export const addToSaved = defineCall({
  id: 'cart-order.add-to-saved',
  service: 'cart-order',
  method: 'POST',
  path: '/cart/saved',
  access: 'user',
  limited: 'It has a cart of its own',
  summary:
    'Puts aside what is in no cart, sold out or not. The same product with the same options is one line, of the larger quantity',
  body: lineToAdd,
  answer: z.object({ id: objectId }),
  status: 201,
  errors: ['product.not-found', 'option.not-offered', 'option.not-priced', 'cart.full'],
  repeatable: 'A line is put aside once',
});

export const moveToCart = defineCall({
  id: 'cart-order.move-to-cart',
  service: 'cart-order',
  method: 'POST',
  path: '/cart/saved/:cartItemId/move',
  access: 'user',
  limited: 'It has a cart of its own',
  summary: 'Moves a line that was put aside back to the cart, at the price of today',
  params: z.object({ cartItemId: objectId }),
  answer: z.object({ cartItem, count }),
  errors: [
    'cart.item-not-found',
    'cart.insufficient-stock',
    'cart.too-many',
    'cart.sum-too-high',
    'cart.full',
    'product.not-found',
    'option.not-offered',
    'option.not-priced',
  ],
});

export const removeSaved = defineCall({
  id: 'cart-order.remove-saved',
  service: 'cart-order',
  method: 'DELETE',
  path: '/cart/saved/:cartItemId',
  access: 'user',
  limited: 'It has a cart of its own',
  summary: 'Removes a line that was put aside',
  params: z.object({ cartItemId: objectId }),
  answer: z.object({ id: objectId }),
  errors: ['cart.item-not-found'],
});

export const removeFromCart = defineCall({
  id: 'cart-order.remove-from-cart',
  service: 'cart-order',
  method: 'DELETE',
  path: '/cart/:id',
  access: 'user',
  limited: 'It has a cart of its own',
  summary: 'Removes a line',
  params: z.object({ id: objectId }),
  answer: z.object({ id: objectId, count }),
  errors: ['cart.item-not-found'],
});

export const clearCart = defineCall({
  id: 'cart-order.clear-cart',
  service: 'cart-order',
  method: 'DELETE',
  path: '/clear',
  access: 'user',
  limited: 'It has a cart of its own',
  summary: 'Empties the cart',
  answer: z.object({ count }),
  errors: [],
});
