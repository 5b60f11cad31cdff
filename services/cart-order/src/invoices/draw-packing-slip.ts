import { choiceName } from '@shop/contracts';
import { choicesOf } from '../orders/order.rules.ts';
import type { Order, OrderShipment } from '../orders/order.schema.ts';
import { linesForBuyer } from '../orders/shipment.rules.ts';
import { addressLines, DAY } from './draw-document.ts';
import type { IssuedDocument } from './invoice.schema.ts';
import { Sheet } from './sheet.ts';

/**
 * Draws what is put into the parcel: the recipient of a present sees no price. `invoice`: once it is numbered, for the sender. With a `parcel`
 * its pieces alone.
 */
export async function drawPackingSlip(
  order: Order,
  invoice: Pick<IssuedDocument, 'brand' | 'seller'> | undefined,
  parcel?: OrderShipment & { number: number },
): Promise<Buffer> {
  const number = `#${order._id.slice(-6).toUpperCase()}`;
  const shop = invoice?.brand.name ?? '';
  const sheet = await Sheet.open({ title: `Packing slip ${number}`, author: shop, at: order.createdAt });
  // Without an invoice the shop's name is not known.
  if (shop) sheet.title(shop, 'Packing slip');
  else sheet.title('Packing slip', '');
  sheet.columns([
    { title: 'For', lines: addressLines(order.shippingInfo) },
    {
      title: 'Order',
      lines: [
        `${number} of ${DAY.format(order.createdAt)}`,
        ...(parcel
          ? [`Parcel ${parcel.number}, ${[parcel.courier, parcel.trackingNumber].filter(Boolean).join(' ')}`]
          : []),
        ...(order.gift?.wrap ? ['Wrapped as a gift'] : []),
      ],
    },
  ]);
  if (order.gift?.message) sheet.message('A message for you', order.gift.message.replaceAll('\r\n', '\n'));
  sheet.table(
    [
      { title: 'Piece', width: 0 },
      { title: 'Quantity', width: 60 },
    ],
    (parcel?.lines ?? linesForBuyer(order)).map((place) => {
      const { product, customizations, quantity } = order.lines[place]!;
      return {
        first: {
          text: `${product.name} (${product.productGroup})`,
          small: Object.entries(choicesOf(customizations))
            .map(([name, value]) => `${choiceName(name)}: ${value}`)
            .join(', '),
        },
        others: [String(quantity)],
      };
    }),
  );
  return sheet.close();
}
