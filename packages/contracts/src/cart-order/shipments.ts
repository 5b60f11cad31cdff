import { z } from 'zod';
import { defineErrors } from '../core/error.ts';
import { documentVersion, filledLine, line, moment } from '../core/shapes.ts';

export const shipmentErrors = defineErrors({
  'shipment.not-found': { status: 404, message: 'There is no such shipment' },
  'shipment.nothing-left': {
    status: 409,
    message: 'These pieces have left already, or their buyer withdrew from them',
  },
});

/** What carries pieces of an order, and where the buyer can follow it. */
export const parcel = z.object({
  courier: filledLine('Courier', 60),
  trackingNumber: line(60).optional(),
  /** The courier's page of this parcel. */
  trackingUrl: z
    .url({ protocol: /^https$/, error: 'An address that begins with https://' })
    .max(500, 'At most 500 characters')
    .optional(),
});
export type Parcel = z.infer<typeof parcel>;

/** A parcel on its way, with the lines of the order that it holds: their places in `items`. */
export const shipment = parcel
  .extend({
    _id: z.uuid(),
    lines: z.array(z.int().nonnegative()).min(1),
    shippedAt: moment,
    /** Set once staff know that it has arrived. */
    deliveredAt: moment.optional(),
    version: documentVersion.optional(),
  })
  .meta({ id: 'Shipment' });
export type Shipment = z.infer<typeof shipment>;

/** First and last day of a delivery. */
export const expectedDelivery = z
  .object({ earliest: z.iso.date(), latest: z.iso.date() })
  .meta({ id: 'ExpectedDelivery', examples: [{ earliest: '2026-11-27', latest: '2026-12-01' }] });
export type ExpectedDelivery = z.infer<typeof expectedDelivery>;

/** Pieces that have left, of all pieces of the order. */
export const piecesOnTheirWay = z.object({ shipped: z.int().positive(), all: z.int().positive() });
