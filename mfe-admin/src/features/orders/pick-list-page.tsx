import { cartOrder } from '@shop/contracts/browser';
import { call, Link, useLocation, type Prefetch } from '@shop/mfe-kit';
import { Badge } from '@shop/ui/badge.tsx';
import { Button } from '@shop/ui/button.tsx';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ORDERS_KEY, type Order } from '../../api/orders.ts';
import { Loaded } from '../../components/load-states.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { countText, dayText, isId, shortId } from '../../components/texts.ts';
import { picksOf } from './pick-list.rules.ts';
import s from './pick-list.module.css';

const toPickQuery = (ids: string | undefined) =>
  queryOptions({
    queryKey: [...ORDERS_KEY, 'to-pick', ids],
    queryFn: ({ signal }) => call(cartOrder.listOrdersToPick, { query: ids ? { ids } : {}, signal }),
  });

/** Of the address; what is no id is left out. */
const idsIn = (search: URLSearchParams): string | undefined =>
  search.get('ids')?.split(',').filter(isId).slice(0, 100).join(',') || undefined;

export const prefetch: Prefetch = (queryClient, { url }) => {
  void queryClient.prefetchQuery(toPickQuery(idsIn(url.searchParams)));
  return staffHead('Pick list');
};

/** The pieces to take from the shelf for chosen orders (`?ids=`), or for all that are being prepared; for paper. */
export function PickListPage() {
  const ids = idsIn(new URLSearchParams(useLocation().search));
  const query = useQuery(toPickQuery(ids));
  return (
    <StaffFrame
      title="Pick list"
      back={{ to: '/admin/orders', name: 'Orders' }}
      actions={
        query.data && query.data.orders.length > 0 ? (
          <span className={s.print}>
            <Button look="secondary" onClick={() => globalThis.print()}>
              Print
            </Button>
          </span>
        ) : undefined
      }
    >
      <Loaded query={query} what="pick list">
        {({ orders, totalCount }) =>
          orders.length === 0 ? (
            <EmptyState title={ids ? 'Nothing of these orders is left to send' : 'No order is being prepared'} />
          ) : (
            <PickList orders={orders} totalCount={totalCount} />
          )
        }
      </Loaded>
    </StaffFrame>
  );
}

function PickList({ orders, totalCount }: { orders: readonly Order[]; totalCount: number }) {
  const picks = picksOf(orders);
  const pieces = picks.reduce((sum, pick) => sum + pick.pieces, 0);
  return (
    <>
      <p className={s.count}>
        {countText(pieces, 'piece')} for {countText(orders.length, 'order')}
        {totalCount > orders.length && `, the oldest of ${totalCount}`}
      </p>
      <ul className={s.picks}>
        {picks.map(({ key, name, group, image, choices, isMadeToOrder, pieces: count, orders: forOrders }) => (
          <li key={key} className={s.pick}>
            <Checkbox>
              <span className="visually-hidden">
                {count} × {name} picked
              </span>
            </Checkbox>
            <strong className={s.pieces}>{count} ×</strong>
            <Thumbnail src={image} size={56} />
            <div className={s.what}>
              <p>
                <strong>{name}</strong> <span className={s.group}>{group}</span>{' '}
                {isMadeToOrder && <Badge tone="busy">Made to order</Badge>}
              </p>
              {choices.length > 0 && (
                <p className={s.choices}>{choices.map((choice) => `${choice.name}: ${choice.value}`).join(', ')}</p>
              )}
              <p className={s.orders}>
                {forOrders.map(({ id, pieces: inOrder }) => (
                  <Link key={id} to={`/admin/order/${id}`}>
                    #{shortId(id)}
                    {inOrder > 1 && ` (${inOrder})`}
                  </Link>
                ))}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <h2 className={s.title}>Orders</h2>
      <ul className={s.picks}>
        {orders.map(({ _id, createdAt, shippingInfo, specialRequest, gift }) => (
          <li key={_id} className={s.order}>
            <p>
              <Link to={`/admin/order/${_id}`}>#{shortId(_id)}</Link> of {dayText(createdAt)}, {shippingInfo.name},{' '}
              {shippingInfo.city}
            </p>
            {specialRequest && <p className={s.choices}>Special request: {specialRequest}</p>}
            {gift && <p className={s.choices}>{gift.wrap ? 'A present, to be wrapped' : 'A present'}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}
