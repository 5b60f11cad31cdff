import { piecesSent, placesForBuyer, placesToSend } from '@shop/contracts';
import type { Order, OrderShipment } from './order.schema.ts';

type Shipped = Pick<Order, 'lines' | 'shipments' | 'withdrawals'>;

/** Places of the lines that are still to be sent. */
export const linesLeft = ({ lines, shipments, withdrawals }: Shipped): number[] =>
  placesToSend({ items: lines, shipments, withdrawals });

/** Places of the lines that were sent or will be. */
export const linesForBuyer = ({ lines, shipments, withdrawals }: Shipped): number[] =>
  placesForBuyer({ items: lines, shipments, withdrawals });

/** The lines of the next parcel, in the order of `items`; `undefined` where one of them is not to be sent, or there is none. */
export function linesToShip(order: Shipped, wanted?: readonly number[]): number[] | undefined {
  const left = linesLeft(order);
  const chosen = wanted ? [...new Set(wanted)].toSorted((one, other) => one - other) : left;
  return chosen.length > 0 && chosen.every((place) => left.includes(place)) ? chosen : undefined;
}

/** Pieces on their way, of all that the buyer gets. */
export const piecesOf = ({ lines, shipments, withdrawals }: Shipped): { shipped: number; all: number } =>
  piecesSent({ items: lines, shipments, withdrawals });

/** Parcels that have not arrived. */
export const onTheirWay = (shipments: readonly OrderShipment[] = []): string[] =>
  shipments.flatMap(({ _id, deliveredAt }) => (deliveredAt ? [] : [_id]));

/** Nothing is left to be sent, and every parcel has arrived. */
export const haveAllArrived = (order: Shipped): boolean =>
  linesLeft(order).length === 0 && onTheirWay(order.shipments).length === 0;

/** With the parcels `ids` delivered `at` then; without it they are on their way again. */
export const withDelivery = (shipments: readonly OrderShipment[], ids: readonly string[], at?: Date): OrderShipment[] =>
  shipments.map((shipment) => {
    if (!ids.includes(shipment._id)) return shipment;
    const { deliveredAt: _, ...left } = shipment;
    return { ...left, ...(at && { deliveredAt: at }) };
  });

/** Without what was left out, so that nothing is stored as undefined. */
export const parcelOf = ({
  courier,
  trackingNumber,
  trackingUrl,
}: Pick<OrderShipment, 'courier' | 'trackingNumber' | 'trackingUrl'>) => ({
  courier,
  ...(trackingNumber && { trackingNumber }),
  ...(trackingUrl && { trackingUrl }),
});

/**
 * What a mail says of the parcels that have left, the oldest first: all, because only the newest mail of an order is sent. Abroad also who
 * pays the duties, for which the courier may ask the receiver soon.
 */
export function parcelsTold({ shipments = [], dutiesNote }: Pick<Order, 'shipments' | 'dutiesNote'>) {
  const parcels = shipments.map(parcelOf);
  const before = parcels.slice(0, -1);
  const parcel = parcels.at(-1);
  return {
    ...(parcel && { parcel }),
    ...(before.length > 0 && { parcelsBefore: before }),
    ...(dutiesNote && { dutiesNote }),
  };
}
