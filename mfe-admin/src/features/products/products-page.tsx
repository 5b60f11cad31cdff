import { catalog } from '@shop/contracts/browser';
import { call, formatMoney, Link, toast, useNavigate, type Prefetch } from '@shop/mfe-kit';
import { buttonClass } from '@shop/ui/button.tsx';
import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { RowButton } from '../../components/row-button.tsx';
import { OPTION_LISTS } from '../../api/option-lists.ts';
import {
  productAttentionQuery,
  PRODUCTS_KEY,
  productsQuery,
  type ProductsFilter,
  type StaffProduct,
} from '../../api/products.ts';
import { Badge, type BadgeTone } from '@shop/ui/badge.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import form from '../../components/form.module.css';
import { PagedList } from '../../components/paged-list.tsx';
import { pageIn, usePaging } from '../../components/paging.ts';
import { SearchForm } from '../../components/search-form.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { Tabs } from '../../components/tabs.tsx';
import { AttentionProducts, PAGE_SIZE } from './attention-products.tsx';

const STATUSES = ['published', 'draft', 'archived'] as const;
const STATUS_TONES: Record<StaffProduct['status'], BadgeTone> = { published: 'good', draft: 'busy', archived: 'plain' };

const filterOf = (search: URLSearchParams): ProductsFilter => {
  const q = search.get('q')?.slice(0, 100);
  const status = STATUSES.find((one) => one === search.get('status'));
  const stock = /^\d{1,6}$/.exec(search.get('stock') ?? '')?.[0];
  return {
    page: pageIn(search),
    limit: PAGE_SIZE,
    ...(q && { q }),
    ...(status && { status }),
    ...(stock !== undefined && { stockUpTo: Number(stock) }),
    ...usedOption(search),
  };
};

/** A value of an option list whose products are shown. */
function usedOption(search: URLSearchParams): Pick<ProductsFilter, 'option' | 'optionValue'> {
  const list = Object.values(OPTION_LISTS).find(({ base }) => base === search.get('option'));
  const optionValue = search.get('value')?.slice(0, 60);
  return list && optionValue ? { option: list.base as ProductsFilter['option'], optionValue } : {};
}

const isAttention = (search: URLSearchParams): boolean => search.get('attention') === 'yes';

export const prefetch: Prefetch = (queryClient, { url }) => {
  if (isAttention(url.searchParams)) {
    void queryClient.prefetchQuery(productAttentionQuery({ page: pageIn(url.searchParams), limit: PAGE_SIZE }));
  } else void queryClient.prefetchQuery(productsQuery(filterOf(url.searchParams)));
  return staffHead('Products');
};

/** All variants of all groups, including drafts and archived ones. */
export function ProductsPage() {
  const { search, page, hrefWith, hrefOfPage } = usePaging();
  const navigate = useNavigate();
  const filter = filterOf(search);
  const [removing, setRemoving] = useState<StaffProduct>();
  const attention = isAttention(search);
  const query = useQuery({
    ...productsQuery(filter),
    placeholderData: keepPreviousData,
    enabled: !attention,
  });
  return (
    <StaffFrame
      title="Products"
      actions={
        <Link to="/admin/product/new" className={buttonClass()}>
          Add product
        </Link>
      }
    >
      <SearchForm
        label="Name or SKU"
        value={filter.q ?? ''}
        onSearch={(q) => navigate(hrefWith({ q: q || undefined }))}
      />
      <Tabs
        label="Products by status"
        tabs={[
          ...[undefined, ...STATUSES].map((status) => ({
            name: status ? status.charAt(0).toUpperCase() + status.slice(1) : 'All',
            to: hrefWith({ status, stock: undefined, attention: undefined }),
            current: !attention && filter.status === status && filter.stockUpTo === undefined,
          })),
          {
            name: 'Nearly sold out',
            to: hrefWith({ status: 'published', stock: '2', attention: undefined }),
            current: !attention && filter.stockUpTo !== undefined,
          },
          {
            name: 'Needs attention',
            to: '/admin/products?attention=yes',
            current: attention,
          },
        ]}
      />
      {filter.optionValue && (
        <p className={form.buttons}>
          With “{filter.optionValue}”
          <Link to={hrefWith({ option: undefined, value: undefined })} className={form.cellLink}>
            Show all products
          </Link>
        </p>
      )}
      {attention ? (
        <AttentionProducts page={page} hrefOfPage={hrefOfPage} />
      ) : (
        <PagedList
          query={query}
          rowsOf={({ products }) => products}
          what="products"
          skeletonRows={8}
          counted={['product']}
          none="No such product"
          pageSize={PAGE_SIZE}
          page={page}
          hrefOfPage={hrefOfPage}
        >
          {(products, waiting) => <ProductsTable products={products} waiting={waiting} onRemove={setRemoving} />}
        </PagedList>
      )}
      {removing && <Removal product={removing} onClose={() => setRemoving(undefined)} />}
    </StaffFrame>
  );
}

const column = columnsOf<StaffProduct>();

function ProductsTable({
  products,
  waiting,
  onRemove,
}: {
  products: readonly StaffProduct[];
  waiting: boolean;
  onRemove(product: StaffProduct): void;
}) {
  const columns = useMemo<Columns<StaffProduct>>(
    () => [
      column.display({
        id: 'picture',
        header: 'Picture',
        cell: ({ row: { original } }) => <Thumbnail src={original.images[0]} size={48} />,
      }),
      column.display({
        id: 'name',
        header: 'Name',
        cell: ({ row: { original } }) =>
          original.status === 'archived' ? (
            original.name
          ) : (
            <Link to={`/admin/product/${original._id}`} className={form.cellLink}>
              {original.name}
            </Link>
          ),
      }),
      column.accessor('productGroup', {
        header: 'SKU',
        cell: ({ getValue }) => <span className={form.cellWhole}>{getValue()}</span>,
      }),
      column.accessor(({ metalTone, material }) => `${metalTone}, ${material.tag}`, {
        id: 'variant',
        header: 'Variant',
      }),
      column.accessor('price', {
        header: 'Price',
        cell: ({ getValue }) => (
          <span className={form.cellWhole}>
            {getValue() > 0 ? formatMoney(getValue(), 'INR') : <Badge tone="bad">needs a price</Badge>}
          </span>
        ),
      }),
      column.accessor(({ stock, held }) => (held > 0 ? `${stock} and ${held} held` : String(stock)), {
        id: 'stock',
        header: 'Stock',
      }),
      column.accessor('sold', { header: 'Sold' }),
      column.accessor('status', {
        header: 'Status',
        cell: ({ row: { original } }) => <Badge tone={STATUS_TONES[original.status]}>{original.status}</Badge>,
      }),
      column.display({
        id: 'actions',
        header: 'Change',
        cell: ({ row: { original } }) =>
          original.status !== 'archived' && (
            <span className={form.cellButtons}>
              <RowButton of={`${original.name}, ${original.metalTone}`} onClick={() => onRemove(original)}>
                Delete
              </RowButton>
            </span>
          ),
      }),
    ],
    [onRemove],
  );
  return <DataTable caption="Products" columns={columns} rows={products} idOf={({ _id }) => _id} waiting={waiting} />;
}

function Removal({ product, onClose }: { product: StaffProduct; onClose(): void }) {
  const queryClient = useQueryClient();
  return (
    <ConfirmDialog
      title={`Delete ${product.name}, ${product.metalTone}?`}
      confirm="Delete"
      action={async () => {
        const { message } = await call(catalog.removeProduct, { params: { id: product._id } });
        toast.success(message);
        void queryClient.invalidateQueries({ queryKey: PRODUCTS_KEY });
      }}
      onClose={onClose}
    >
      <p>
        {product.productGroup} in {product.metalTone} leaves the shop and is archived: orders, invoices and reviews keep
        working. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
