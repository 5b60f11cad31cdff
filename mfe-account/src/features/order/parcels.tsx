import { countText, formatDay } from '../../components/format.ts';
import { buttonClass } from '@shop/ui/button.tsx';
import type { ShownOrder } from './api/order.ts';
import s from './order.module.css';

/** The parcels that have left, each with its courier's link. */
export function Parcels({ order: { shipments, items } }: { order: ShownOrder }) {
  if (!shipments) return null;
  const piecesIn = (lines: number[]) => lines.reduce((sum, place) => sum + items[place]!.quantity, 0);
  const all = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const left = shipments.reduce((sum, { lines }) => sum + piecesIn(lines), 0);
  return (
    <section className={s.card} aria-labelledby="order-parcels">
      <h2 id="order-parcels">
        {left < all ? `${left} of ${all} on their way` : countText(shipments.length, 'parcel')}
      </h2>
      <ul className={s.parcels}>
        {shipments.map(({ _id, courier, trackingNumber, trackingUrl, lines, shippedAt }) => (
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
