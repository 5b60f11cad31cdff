import { z } from 'zod';
import { defineBrowserEvent, defineFragment } from '../core/fragment.ts';
import { objectId } from '../core/shapes.ts';

export const signIn = defineFragment({
  id: 'account/sign-in',
  summary: 'The sign-in panel: password, then the code from the mail; closes with true after signing in',
  props: z.object({}),
  reserve: {},
  server: false,
});

export const addressForm = defineFragment({
  id: 'account/address-form',
  summary: 'Creates or changes an address; emits events when it is saved or closed',
  props: z.object({
    /** The address to change; a new one by default. */
    addressId: z.string().optional(),
    /** Offers Cancel. */
    cancellable: z.boolean(),
  }),
  reserve: { minHeight: '28rem' },
  server: false,
});

export const addressSaved = defineBrowserEvent({
  name: 'account:address-saved',
  summary: 'An address was saved: refetch the addresses',
  detail: z.object({ addressId: z.string() }),
});

export const addressFormClosed = defineBrowserEvent({
  name: 'account:address-form-closed',
  summary: 'The address form was closed without saving',
  detail: z.object({}),
});

export const order = defineFragment({
  id: 'account/order',
  summary: 'An order with its progress, lines, address, totals and payment; staff also see how prices were calculated',
  props: z.object({ orderId: objectId, mode: z.enum(['buyer', 'admin']) }),
  reserve: { minHeight: '40rem' },
  server: false,
});

export const orderChanged = defineBrowserEvent({
  name: 'account:order-changed',
  summary: 'An order changed: refetch it',
  detail: z.object({ orderId: objectId }),
});
