import { Link } from '@shop/mfe-kit';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { productsQuery, type StaffProduct } from '../../api/products.ts';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { Loaded } from '../../components/load-states.tsx';
import s from './dashboard-page.module.css';

const SHOWN = 8;
export const LOW_STOCK = productsQuery({ status: 'published', low: 'yes', page: 1, limit: SHOWN });

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
  column.accessor('stock', { header: 'Free', meta: { isNumber: true } }),
  column.accessor('held', { header: 'In checkouts', meta: { isNumber: true } }),
];

export function LowStock() {
  const query = useQuery(LOW_STOCK);
  const totalCount = query.data?.totalCount ?? 0;
  return (
    <section>
      <header className={s.head}>
        <h2>Low stock</h2>
        {totalCount > SHOWN && (
          <Link to="/admin/products?low=yes&status=published" className={s.more}>
            All {totalCount}
          </Link>
        )}
      </header>
      <Loaded query={query} what="stock" rows={4}>
        {({ products }) =>
          products.length > 0 ? (
            <DataTable caption="Low stock" columns={COLUMNS} rows={products} idOf={({ _id }) => _id} />
          ) : (
            <EmptyState title="No published piece is low" />
          )
        }
      </Loaded>
    </section>
  );
}
