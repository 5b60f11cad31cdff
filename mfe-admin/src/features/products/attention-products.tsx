import { Link } from '@shop/mfe-kit';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { productAttentionQuery, type ProductAttention } from '../../api/products.ts';
import form from '../../components/form.module.css';
import { PagedList } from '../../components/paged-list.tsx';

export const PAGE_SIZE = 25;

const column = columnsOf<ProductAttention>();
const COLUMNS: Columns<ProductAttention> = [
  column.display({
    id: 'name',
    header: 'Name',
    cell: ({ row: { original } }) => (
      <Link to={`/admin/product/${original.productId}`} className={form.cellLink}>
        {original.name}, {original.metalTone}
      </Link>
    ),
  }),
  column.accessor('productGroup', {
    header: 'SKU',
    cell: ({ getValue }) => <span className={form.cellWhole}>{getValue()}</span>,
  }),
  column.accessor('message', { header: 'What is missing' }),
];

const idOf = ({ productId, option = '' }: ProductAttention) => `${productId} ${option}`;

/** Products that visitors cannot buy, or not in all that they offer, for want of a price. */
export function AttentionProducts({ page, hrefOfPage }: { page: number; hrefOfPage(page: number): string }) {
  const query = useQuery({
    ...productAttentionQuery({ page, limit: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  return (
    <PagedList
      query={query}
      rowsOf={({ attention }) => attention}
      what="products"
      counted={['entry', 'entries']}
      none="Nothing needs attention"
      note={
        <p className={form.soft}>
          A value gets its price in its list under Sizes or Features, or in the customization of the group; a product on
          its own page.
        </p>
      }
      pageSize={PAGE_SIZE}
      page={page}
      hrefOfPage={hrefOfPage}
    >
      {(entries, waiting) => (
        <DataTable
          caption="Products that need attention"
          columns={COLUMNS}
          rows={entries}
          idOf={idOf}
          waiting={waiting}
        />
      )}
    </PagedList>
  );
}
