import { z } from 'zod';
import { defineBrowserEvent, defineFragment } from '../core/fragment.ts';

export const cartButton = defineFragment({
  id: 'checkout/cart-button',
  summary: 'The cart in the header: a button with the number of pieces, which opens the drawer',
  props: z.object({}),
  reserve: { minWidth: '2.75rem', minHeight: '2.75rem' },
  server: true,
});

export const cartChanged = defineBrowserEvent({
  name: 'checkout:cart-changed',
  summary: 'What lies in the cart is another: fetch it again',
  detail: z.object({}),
});
