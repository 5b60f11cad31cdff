import { formatMoney, Link } from '@shop/mfe-kit';
import { useQuery } from '@tanstack/react-query';
import type { Order } from '../../api/orders.ts';
import { Loaded } from '../../components/load-states.tsx';
import { countText } from '../../components/texts.ts';
import { buyerQuery, spendQuery } from './api/about-order.ts';
import s from './order-page.module.css';

/** Who bought it, and what else. */
export function BuyerBox({ order: { userId, sealed } }: { order: Order }) {
  const account = useQuery({ ...buyerQuery(userId), enabled: !sealed });
  const spend = useQuery(spendQuery(userId));
  return (
    <section className={s.box} aria-labelledby="order-buyer">
      <h2 id="order-buyer">Buyer</h2>
      {sealed ? (
        <p className={s.soft}>The account was deleted.</p>
      ) : (
        <Loaded query={account} what="account" rows={1}>
          {({ name, email }) => (
            <p className={s.buyer}>
              <strong>{name}</strong>
              <a href={`mailto:${email}`}>{email}</a>
            </p>
          )}
        </Loaded>
      )}
      <Loaded query={spend} what="other orders" rows={1}>
        {({ orders, spend: sums }) => (
          <>
            <dl className={s.sums}>
              {sums.map(({ currency, orders: count, amount }) => (
                <div key={currency}>
                  <dt>{sums.length === 1 ? 'Spent' : `${countText(count, 'order')} in ${currency}`}</dt>
                  <dd>{formatMoney(amount, currency)}</dd>
                </div>
              ))}
            </dl>
            <p className={`${s.soft} ${s.links}`}>
              <Link to={`/admin/orders?buyer=${userId}`}>
                {orders === 1 ? 'The only order of this buyer' : `All ${orders} orders of this buyer`}
              </Link>
            </p>
          </>
        )}
      </Loaded>
    </section>
  );
}
