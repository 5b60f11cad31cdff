import { shopDayOf } from '@shop/contracts/browser';
import { formatMoney, Link } from '@shop/mfe-kit';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Sales } from '../../api/orders.ts';
import type { StockSummary } from '../../api/products.ts';
import { Loaded } from '../../components/load-states.tsx';
import { dayText } from '../../components/texts.ts';
import { daysText } from './period.rules.ts';
import page from './dashboard-page.module.css';
import s from './sales.module.css';

const money = (rupees: number): string => formatMoney(rupees, 'INR');
const meta = { isNumber: true };
const pieceLink = (productId: string, name: string) => (
  <Link to={`/admin/product/${productId}`} className={page.more}>
    {name}
  </Link>
);

type Best = Sales['best'][number];
const best = columnsOf<Best>();
const BEST: Columns<Best> = [
  best.display({ id: 'piece', header: 'Piece', cell: ({ row: { original: it } }) => pieceLink(it.productId, it.name) }),
  best.accessor('productGroup', { header: 'SKU' }),
  best.accessor('pieces', { header: 'Sold', meta }),
  best.accessor('amount', { header: 'Amount', meta, cell: (cell) => money(cell.getValue<number>()) }),
];

/** What brought the most in the period. */
export const BestPieces = ({ query }: { query: UseQueryResult<Sales> }) => (
  <section className={s.pieces} aria-labelledby="best-pieces">
    <h3 id="best-pieces">Best pieces</h3>
    <p className={s.note}>
      By what they cost in the orders of the period, before tax and charges, refunded ones as well.
    </p>
    <Loaded query={query} what="best pieces" rows={5}>
      {({ best: rows }) =>
        rows.length > 0 ? (
          <DataTable caption="Best pieces" columns={BEST} rows={rows} idOf={({ productId }) => productId} />
        ) : (
          <EmptyState title="No piece was sold in this period" />
        )
      }
    </Loaded>
  </section>
);

type Slow = StockSummary['slow'][number];
const slow = columnsOf<Slow>();
const SLOW: Columns<Slow> = [
  slow.display({
    ...{ id: 'piece', header: 'Piece' },
    cell: ({ row: { original: it } }) => pieceLink(it.productId, `${it.name}, ${it.metalTone}`),
  }),
  slow.accessor('productGroup', { header: 'SKU' }),
  slow.accessor('sold', { header: 'Sold', meta }),
  slow.accessor('stock', { header: 'In stock', meta }),
  slow.accessor('value', { header: 'Worth', meta, cell: (cell) => money(cell.getValue<number>()) }),
  slow.accessor('createdAt', { header: 'Since', cell: (cell) => dayText(cell.getValue<string>()) }),
];

/** What lies in the shop and sells least. */
export const SlowPieces = ({ query }: { query: UseQueryResult<StockSummary> }) => (
  <section className={s.pieces} aria-labelledby="slow-pieces">
    <h3 id="slow-pieces">Slow pieces</h3>
    <p className={s.note}>
      Published pieces in stock that sold least in the period, those worth most first.{' '}
      {query.data?.knownSince &&
        `Sales of pieces are counted from ${daysText(oneDay(query.data.knownSince))} on: what sold before is not known here.`}
    </p>
    <Loaded query={query} what="slow pieces" rows={5}>
      {({ slow: rows }) =>
        rows.length > 0 ? (
          <DataTable caption="Slow pieces" columns={SLOW} rows={rows} idOf={({ productId }) => productId} />
        ) : (
          <EmptyState title="No published piece is in stock" />
        )
      }
    </Loaded>
  </section>
);

function oneDay(at: string) {
  const day = shopDayOf(new Date(at));
  return { from: day, to: day };
}
