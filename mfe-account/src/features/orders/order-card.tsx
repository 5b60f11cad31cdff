import { formatMoney, Link } from '@shop/mfe-kit';
import { Badge, type BadgeTone } from '@shop/ui/badge.tsx';
import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { countText, formatDay, shortId } from '../../components/format.ts';
import type { Order } from './api/orders.ts';
import s from './orders.module.css';

const THUMBNAILS = 4;
const TONES: Record<Order['status'], BadgeTone> = {
  Processing: 'busy',
  Shipped: 'busy',
  Delivered: 'good',
  Cancelled: 'bad',
};

/** A card that links to the order as a whole. */
export function OrderCard({ order: { _id, createdAt, items, totalAmount, currency, status } }: { order: Order }) {
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const shown = items.slice(0, THUMBNAILS);
  const hidden = items.length - shown.length;
  return (
    <article className={s.card}>
      <div className={s.head}>
        <h2>
          <Link to={`/user/order/${_id}`}>Order #{shortId(_id)}</Link>
        </h2>
        <Badge tone={TONES[status]}>{status}</Badge>
      </div>
      <p className={s.facts}>
        <time dateTime={createdAt}>{formatDay(createdAt)}</time>
        <span>{countText(pieces, 'item')}</span>
        <strong>{formatMoney(totalAmount, currency)}</strong>
      </p>
      <ul className={s.pictures} aria-label="Pieces">
        {shown.map(({ product }, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- equal lines are possible, reordering is not
          <li key={i}>
            <Thumbnail src={product.images[0]} focus={product.focus} />
            <span className="visually-hidden">{product.name}</span>
          </li>
        ))}
        {hidden > 0 && <li className={s.more}>+{hidden} more</li>}
      </ul>
    </article>
  );
}
