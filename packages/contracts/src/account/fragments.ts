import { z } from 'zod';
import { defineBrowserEvent, defineFragment } from '../core/fragment.ts';
import { objectId } from '../core/shapes.ts';

export const signIn = defineFragment({
  id: 'account/sign-in',
  summary: 'The sign-in panel: password, then the code from the mail; closes with true once somebody is signed in',
  props: z.object({}),
  reserve: {},
  server: false,
});

export const addressForm = defineFragment({
  id: 'account/address-form',
  summary: 'Writes a new address, or changes a saved one; tells by events when it is saved or given up',
  props: z.object({
    /** The one to change; a new one unless told. */
    addressId: z.string().optional(),
    /** Offers Cancel. */
    cancellable: z.boolean(),
  }),
  reserve: { minHeight: '28rem' },
  server: false,
});

export const addressSaved = defineBrowserEvent({
  name: 'account:address-saved',
  summary: 'An address was saved: fetch the addresses again',
  detail: z.object({ addressId: z.string() }),
});

export const addressFormClosed = defineBrowserEvent({
  name: 'account:address-form-closed',
  summary: 'Somebody gave the address form up',
  detail: z.object({}),
});

export const order = defineFragment({
  id: 'account/order',
  summary: 'An order with its progress, pieces, address, sums and payment; staff also see how prices came about',
  props: z.object({ orderId: objectId, mode: z.enum(['buyer', 'admin']) }),
  reserve: { minHeight: '40rem' },
  server: false,
});

export const orderChanged = defineBrowserEvent({
  name: 'account:order-changed',
  summary: 'An order is another than it was: fetch it again',
  detail: z.object({ orderId: objectId }),
});
