import { Link } from '@shop/mfe-kit';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { productsQuery, type StaffProduct } from '../../api/products.ts';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { Failure, RowsSkeleton } from '../../components/load-states.tsx';
import s from './dashboard-page.module.css';

/** From how many free pieces on a published product is worth a look. */
const LOW = 2;
const SHOWN = 8;
export const LOW_STOCK = productsQuery({ status: 'published', stockUpTo: LOW, page: 1, limit: SHOWN });

const column = columnsOf<StaffProduct>();
const COLUMNS: Columns<StaffProduct> = [
  column.display({
    id: 'piece',
    header: 'Piece',
    cell: ({ row: { original } }) => (
      <Link to={`/admin/product/${original._id}`} className={s.more}>
        {original.name}, {original.metalTone}
      </Link>
    ),
  }),
  column.accessor('productGroup', { header: 'SKU' }),
  column.accessor('stock', { header: 'Free' }),
  column.accessor('held', { header: 'In checkouts' }),
];

export function LowStock() {
  const { data, error, refetch } = useQuery(LOW_STOCK);
  return (
    <section>
      <header className={s.head}>
        <h2>Nearly sold out</h2>
        {data && data.totalCount > SHOWN && (
          <Link to={`/admin/products?status=published&stock=${LOW}`} className={s.more}>
            All {data.totalCount}
          </Link>
        )}
      </header>
      {data ? (
        data.products.length > 0 ? (
          <DataTable caption="Nearly sold out" columns={COLUMNS} rows={data.products} idOf={({ _id }) => _id} />
        ) : (
          <EmptyState title="Everything is in stock" />
        )
      ) : error ? (
        <Failure error={error} what="The stock" onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton what="stock" rows={4} />
      )}
    </section>
  );
}
