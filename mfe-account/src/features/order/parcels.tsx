import { piecesSent } from '@shop/contracts/browser';
import { countText, formatDay } from '../../components/format.ts';
import { buttonClass } from '@shop/ui/button.tsx';
import type { ShownOrder } from './api/order.ts';
import s from './order.module.css';

/** How far the pieces are, of all that are sent. */
function progressOf(order: ShownOrder): string {
  const { status, shipments = [] } = order;
  const { shipped: left, all } = piecesSent(order);
  const arrived = shipments.filter(({ deliveredAt }) => deliveredAt);
  const { shipped: delivered } = piecesSent({ ...order, shipments: arrived });
  if (delivered > 0 && status !== 'Delivered') return `${delivered} of ${all} delivered`;
  return left < all ? `${left} of ${all} on their way` : countText(shipments.length, 'parcel');
}

/** The parcels that have left, each with its courier's link, also once they have arrived. */
export function Parcels({ order }: { order: ShownOrder }) {
  const { shipments, items } = order;
  if (!shipments) return null;
  return (
    <section className={s.card} aria-labelledby="order-parcels">
      <h2 id="order-parcels">{progressOf(order)}</h2>
      <ul className={s.parcels}>
        {shipments.map(({ _id, courier, trackingNumber, trackingUrl, lines, shippedAt, deliveredAt }) => (
          <li key={_id}>
            <div>
              <p>
                <strong>{courier}</strong>
                {trackingNumber && (
                  <>
                    , tracking number <span className={s.tracking}>{trackingNumber}</span>
                  </>
                )}
              </p>
              <p className={s.why}>
                {lines.map((place) => items[place]!.product.name).join(', ')}; left us on{' '}
                <time dateTime={shippedAt}>{formatDay(shippedAt)}</time>
              </p>
              {deliveredAt && (
                <p>
                  Delivered on <time dateTime={deliveredAt}>{formatDay(deliveredAt)}</time>
                </p>
              )}
            </div>
            {trackingUrl && (
              <a href={trackingUrl} target="_blank" rel="noreferrer" className={buttonClass('secondary')}>
                Follow the parcel<span className="visually-hidden"> with {courier} (opens in a new tab)</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
