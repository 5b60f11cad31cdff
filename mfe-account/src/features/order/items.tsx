import { particularsText, shownLine } from '@shop/contracts/browser';
import { formatMoney, Link } from '@shop/mfe-kit';
import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { countText } from '../../components/format.ts';
import type { Item, ShownOrder } from './api/order.ts';
import { chosenOptions } from './customizations.ts';
import s from './order.module.css';

export function Items({ order, isAdmin }: { order: ShownOrder; isAdmin: boolean }) {
  const { items, currency, specialRequest, gift } = order;
  const money = (amount: number) => formatMoney(amount, currency);
  const shownOf = (item: Item) => shownLine(order.showPrices, { ...item, unitPrice: item.finalPrice });
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <section className={s.card} aria-labelledby="order-items">
      <h2 id="order-items">{countText(pieces, 'item')}</h2>
      <ul className={s.items}>
        {items.map((item, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- equal lines are possible, reordering is not
          <li key={i} className={s.item}>
            <Thumbnail src={item.product.images[0]} size={88} focus={item.product.focus} />
            <div className={s.what}>
              <p className={s.name}>
                <Link to={`/product/group/${item.product.productGroup}?variant=${item.productId}`}>
                  {item.product.name}
                </Link>
              </p>
              <p className={s.sku}>
                SKU: {item.product.productGroup}
                {item.customized && <span className={s.madeToOrder}>Made to order</span>}
              </p>
              <Choices item={item} isAdmin={isAdmin} />
              <Particulars item={item} />
              {isAdmin && item.basePrice !== undefined && (
                <dl className={s.split}>
                  <div>
                    <dt>Base price</dt>
                    <dd>{money(item.basePrice)}</dd>
                  </div>
                  <div>
                    <dt>Custom price</dt>
                    <dd>{money(item.customizationPrice ?? 0)}</dd>
                  </div>
                </dl>
              )}
            </div>
            <p className={s.price}>
              <span>
                {item.quantity} × {money(shownOf(item).unit)}
              </span>
              <strong>{money(shownOf(item).sum)}</strong>
            </p>
          </li>
        ))}
      </ul>
      {specialRequest && (
        <div className={s.request}>
          <h3>Special request</h3>
          <p>{specialRequest}</p>
        </div>
      )}
      {gift && (
        <div className={s.request}>
          <h3>A present</h3>
          <p>{gift.wrap ? 'Gift-wrapped; the' : 'The'} slip in the parcel shows no price.</p>
          {gift.message && <blockquote className={s.giftMessage}>{gift.message}</blockquote>}
        </div>
      )}
    </section>
  );
}

/** As on the bill. */
function Particulars({ item }: { item: Item }) {
  const text = particularsText(item);
  return text === undefined ? null : <p className={s.sku}>{text}</p>;
}

function Choices({ item, isAdmin }: { item: Item; isAdmin: boolean }) {
  const choices = chosenOptions(item);
  if (choices.length === 0) return null;
  return (
    <dl className={s.choices}>
      {choices.map(({ name, value, price }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            {isAdmin && price > 0 && <span className={s.extra}> (+{formatMoney(price, 'INR')})</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
