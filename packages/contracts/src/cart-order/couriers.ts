import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { documentVersion, filledLine, line } from '../core/shapes.ts';
import { NUMBER_PLACE, trackingPageOf } from '../core/tracking.rules.ts';

export const courierErrors = defineErrors({
  'courier.not-found': { status: 404, message: 'There is no such courier' },
});

/** A courier's name, also as a part of a path. */
export const courierName = filledLine('Courier', 60).regex(
  /^(?!\/)(?!.*\/\/)(?!(?:.*\/)?\.{1,2}(?:\/|$))[^\\%]{1,60}$/,
  'Without %, backslashes and stray dots or slashes',
);

const isWebPage = (address: string): boolean => z.url({ protocol: /^https$/ }).safeParse(address).success;

/** A courier that staff choose from when a parcel leaves. */
export const courier = z
  .object({
    name: z.string(),
    /** Its page of a parcel, with `{number}` for the tracking number; `null`: parcels have no link of their own accord. */
    trackingPage: z.string().nullable(),
    version: documentVersion.optional(),
  })
  .meta({ id: 'Courier' });
export type Courier = z.infer<typeof courier>;

const courierToSave = z.object({
  name: courierName,
  trackingPage: line(300)
    .refine((page) => isWebPage(trackingPageOf(page, '1')), 'An address that begins with https://')
    .refine((page) => page.includes(NUMBER_PLACE), `Write ${NUMBER_PLACE} where the tracking number belongs`)
    .nullable()
    .meta({ examples: ['https://track.example/parcel/{number}'] }),
});

export const listCouriers = defineCall({
  id: 'cart-order.list-couriers',
  service: 'cart-order',
  method: 'GET',
  path: '/admin/couriers',
  access: staff('orders.read'),
  summary: 'The couriers that staff choose from, by name',
  answer: z.object({ couriers: z.array(courier) }),
  errors: [],
});

export const saveCourier = defineCall({
  id: 'cart-order.save-courier',
  service: 'cart-order',
  method: 'PUT',
  path: '/admin/couriers',
  access: staff('charges.change'),
  versioned: true,
  summary: 'Adds a courier, or replaces the one of this name. Parcels that left keep their links',
  body: courierToSave,
  answer: z.object({ courier }),
  errors: [],
  repeatable: 'The courier is set',
});

export const removeCourier = defineCall({
  id: 'cart-order.remove-courier',
  service: 'cart-order',
  method: 'DELETE',
  path: '/admin/couriers/:name',
  access: staff('charges.change'),
  summary: 'Removes a courier from those that staff choose from; parcels keep its name and their links',
  params: z.object({ name: z.string().max(60) }),
  answer: z.object({ name: z.string() }),
  errors: ['courier.not-found'],
});
