import { z } from 'zod';
import { detailsModel } from '../catalog/details.ts';
import { customizations } from '../catalog/prices.ts';
import { defineBrowserEvent, defineFragment } from '../core/fragment.ts';
import { mrp, objectId, rupees } from '../core/shapes.ts';

export const cartButton = defineFragment({
  id: 'checkout/cart-button',
  summary: 'The cart in the header: a button with the number of pieces, which opens the drawer',
  props: z.object({}),
  reserve: { minWidth: '2.75rem', minHeight: '2.75rem' },
  server: true,
});

export const cartDrawer = defineFragment({
  id: 'checkout/cart-drawer',
  summary: 'The content of the cart, with quantities and the link to the checkout; an overlay',
  props: z.object({}),
  reserve: {},
  server: false,
});

export const buy = defineFragment({
  id: 'checkout/buy',
  summary: 'Quantity, Add to cart and Buy Now of a product with its choices; guests are asked to sign in first',
  props: z.object({
    productId: objectId,
    detailsRef: objectId,
    detailsModel,
    /** Price with the choices; on phones it stays at the bottom of the screen with the button. */
    price: rupees.optional(),
    /** `price` with its GST. */
    mrp: mrp.optional(),
    /** Free pieces. */
    stock: z.int().nonnegative(),
    /** The choices; referentially stable while unchanged. */
    customizations: customizations,
    /** Why it cannot be bought yet ('Please select ring size'), shown when a button is pressed. */
    problem: z.string().optional(),
  }),
  reserve: { minHeight: '7.5rem' },
  server: true,
});

export const addButton = defineFragment({
  id: 'checkout/add-button',
  summary: 'A button that puts one piece as it is shown into the cart; guests are asked to sign in first',
  props: z.object({
    productId: objectId,
    /** For screen readers. */
    name: z.string(),
    /** What the button says. */
    label: z.string(),
  }),
  reserve: { minHeight: '2.75rem' },
  server: false,
});

export const pieceAdded = defineBrowserEvent({
  name: 'checkout:piece-added',
  summary: 'A piece was put into the cart by `checkout/add-button`',
  detail: z.object({ productId: objectId }),
});

export const cartChanged = defineBrowserEvent({
  name: 'checkout:cart-changed',
  summary: 'The content of the cart changed: refetch it',
  detail: z.object({}),
});

export const choiceMissing = defineBrowserEvent({
  name: 'checkout:choice-missing',
  summary: 'A product was to be bought without a required choice: highlight what is missing',
  detail: z.object({ productId: objectId }),
});
