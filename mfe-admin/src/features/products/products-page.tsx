import { catalog, type AnswerOf } from '@shop/contracts/browser';
import { call, formatMoney, Link, toast, type Prefetch } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { buttonClass } from '@shop/ui/button.tsx';
import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useMay } from '../../components/may.tsx';
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
import form from '../../components/form.module.css';
import type { BulkAction } from '../../components/list/bulk-dialog.tsx';
import { ListScreen } from '../../components/list/list-screen.tsx';
import { sortIn, type Column, type List } from '../../components/list/list.ts';
import { prefetchList } from '../../components/list/prefetch-list.ts';
import { pageIn, usePaging } from '../../components/paging.ts';
import { staffHead } from '../../components/staff-head.ts';
import { countText } from '../../components/texts.ts';
import { useLeadOn } from '../../components/use-lead-on.ts';
import { plannedChangesQuery, plannedIn } from './api/planned-changes.ts';
import { productEditsQuery } from './api/product-edits.ts';
import { AttentionProducts, PAGE_SIZE } from './attention-products.tsx';
import { PlannedChanges } from './planned-changes.tsx';
import { EDITS_PAGE_SIZE, ProductEdits } from './product-edits.tsx';

const STATUSES = ['published', 'draft', 'archived'] as const;
const STATUS_TONES: Record<StaffProduct['status'], BadgeTone> = { published: 'good', draft: 'busy', archived: 'plain' };

const SORTS = ['name', '-name', 'price', '-price', 'stock', '-stock', 'sold', '-sold'] as const;
const upperFirst = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
/** A value of an option list whose products are shown. */
const optionListIn = (search: URLSearchParams) =>
  Object.values(OPTION_LISTS).find(({ base }) => base === search.get('option'));
const isAttention = (search: URLSearchParams): boolean => search.get('attention') === 'yes';
const isPlanned = (search: URLSearchParams): boolean => search.get('planned') === 'yes';
const isEdits = (search: URLSearchParams): boolean => search.get('edits') === 'yes';

/** What tabs say of the address: each says one of it. */
const NO_TAB = {
  ...{ status: undefined, stock: undefined, low: undefined },
  ...{ attention: undefined, edits: undefined, planned: undefined },
};

/** An archived one is restored on the page of its group. */
const pageOf = ({ _id, productGroup, status }: StaffProduct): string =>
  status === 'archived' ? `/admin/group/${productGroup}` : `/admin/product/${_id}`;

const LIST: List<StaffProduct, ProductsFilter, AnswerOf<typeof catalog.listAllProducts>> = {
  name: 'products',
  path: '/admin/products',
  what: 'products',
  title: 'Products',
  counted: ['product'],
  search: 'Name or SKU',
  filters: [
    { name: 'status', label: 'Status', options: STATUSES.map((status) => [status, upperFirst(status)] as const) },
    {
      name: 'stock',
      label: 'Free pieces',
      options: ['0', '2', '5', '10'].map((most) => [most, most === '0' ? 'none' : `at most ${most}`] as const),
      show: (most) => (most === '0' ? 'none' : `at most ${most}`),
    },
    { name: 'low', label: 'Low stock', options: [['yes', 'yes']] },
    {
      name: 'option',
      label: 'With',
      also: ['value'],
      show: (_, search) => `${optionListIn(search)?.label ?? 'a value'} ${search.get('value') ?? ''}`,
    },
  ],
  tabsLabel: 'Views of the products',
  tabs: [
    ...[undefined, ...STATUSES].map((status) => ({
      name: status ? upperFirst(status) : 'All',
      set: { ...NO_TAB, status },
    })),
    { name: 'Low stock', set: { ...NO_TAB, status: 'published', low: 'yes' } },
    { name: 'Needs attention', set: { ...NO_TAB, sort: undefined, attention: 'yes' } },
    { name: 'Edits of several', set: { ...NO_TAB, sort: undefined, edits: 'yes' } },
    { name: 'Planned changes', set: { ...NO_TAB, sort: undefined, planned: 'yes' } },
  ],
  filterOf(search) {
    const q = search.get('q')?.slice(0, 100);
    const status = STATUSES.find((one) => one === search.get('status'));
    const stock = /^\d{1,6}$/.exec(search.get('stock') ?? '')?.[0];
    const list = optionListIn(search);
    const optionValue = search.get('value')?.slice(0, 60);
    const sort = sortIn(search, SORTS);
    return {
      ...(q && { q }),
      ...(status && { status }),
      ...(stock !== undefined && { stockUpTo: Number(stock) }),
      ...(search.get('low') === 'yes' && { low: 'yes' as const }),
      ...(list && optionValue && { option: list.base as ProductsFilter['option'], optionValue }),
      ...(sort && { sort }),
    };
  },
  query: productsQuery,
  rowsOf: ({ products }) => products,
  idOf: ({ _id }) => _id,
  nameOf: ({ name, metalTone }) => `${name}, ${metalTone}`,
  hrefOf: pageOf,
  empty: { title: 'No products yet', help: 'Add the first one; it is in the shop once it is published.' },
  none: 'No product fits',
};

export const prefetch: Prefetch = (queryClient, { url: { searchParams } }) => {
  if (isEdits(searchParams)) {
    void queryClient.prefetchQuery(productEditsQuery({ page: pageIn(searchParams), limit: EDITS_PAGE_SIZE }));
    return staffHead('Products');
  }
  if (isPlanned(searchParams)) {
    void queryClient.prefetchQuery(plannedChangesQuery(plannedIn(searchParams)));
    return staffHead('Products');
  }
  if (!isAttention(searchParams)) return prefetchList(queryClient, LIST, searchParams);
  void queryClient.prefetchQuery(productAttentionQuery({ page: pageIn(searchParams), limit: PAGE_SIZE }));
  return staffHead('Products');
};

/** All variants of all groups, including drafts and archived ones. */
export function ProductsPage() {
  const { search, page, hrefOfPage } = usePaging();
  const queryClient = useQueryClient();
  const leadOn = useLeadOn();
  const [choosingOnce] = useState(createIntent);
  const [removing, setRemoving] = useState<StaffProduct>();
  const mayChange = useMay()('products.change');
  const columns = useMemo(() => columnsFor(setRemoving).filter(({ id }) => mayChange || id !== 'actions'), [mayChange]);
  return (
    <>
      <ListScreen
        list={LIST}
        columns={columns}
        {...(mayChange && {
          bulk: BULK,
          whole: {
            nameOf: (count) => `Edit ${countText(count, 'product')}`,
            async run(chosen) {
              const body = 'ids' in chosen ? chosen : { filter: filterOf(chosen.filter), except: chosen.except };
              const { edit } = await choosingOnce(body, (idempotencyKey) =>
                call(catalog.chooseProducts, { body, idempotencyKey }),
              );
              await leadOn(`/admin/product-edit/${edit._id}`);
            },
          },
        })}
        actions={
          <>
            <Link to="/admin/product-imports" className={buttonClass('secondary')}>
              Import and export
            </Link>
            {mayChange && (
              <Link to="/admin/product/new" className={buttonClass()}>
                Add product
              </Link>
            )}
          </>
        }
        instead={
          isAttention(search) ? (
            <AttentionProducts page={page} hrefOfPage={hrefOfPage} />
          ) : isEdits(search) ? (
            <ProductEdits page={page} hrefOfPage={hrefOfPage} />
          ) : isPlanned(search) ? (
            <PlannedChanges />
          ) : undefined
        }
        onChanged={() => void queryClient.invalidateQueries({ queryKey: PRODUCTS_KEY })}
      />
      {removing && <Removal product={removing} onClose={() => setRemoving(undefined)} />}
    </>
  );
}

/** Without the order, which chooses no products. */
const filterOf = ({ sort: _sort, ...filter }: Omit<ProductsFilter, 'page' | 'limit'>) => filter;

const BULK: readonly BulkAction<StaffProduct>[] = [
  {
    name: 'Delete',
    question:
      'They leave the shop and are archived: orders, invoices and reviews keep working. The page of a group restores what was archived.',
    fits: ({ status }) => status !== 'archived',
    run: ({ _id }) => call(catalog.removeProduct, { params: { id: _id } }),
  },
];

const columnsFor = (onRemove: (product: StaffProduct) => void): readonly Column<StaffProduct>[] => [
  {
    id: 'picture',
    header: 'Picture',
    cell: ({ images }) => <Thumbnail src={images[0]} size={32} />,
  },
  {
    id: 'name',
    header: 'Name',
    sort: 'name',
    isFixed: true,
    width: '20rem',
    cell: (product) => (
      <Link to={pageOf(product)} className={form.cellLink}>
        {product.name}
      </Link>
    ),
    csv: ({ name }) => name,
  },
  {
    id: 'sku',
    header: 'SKU',
    cell: ({ productGroup }) => (
      <Link to={`/admin/group/${productGroup}`} className={`${form.cellLink} ${form.cellWhole}`}>
        {productGroup}
      </Link>
    ),
    csv: ({ productGroup }) => productGroup,
  },
  {
    id: 'variant',
    header: 'Variant',
    cell: ({ metalTone, material }) => `${metalTone}, ${material.tag}`,
    csv: ({ metalTone, material }) => `${metalTone}, ${material.tag}`,
  },
  {
    id: 'price',
    header: 'Price',
    sort: 'price',
    isNumber: true,
    cell: ({ price }) => (
      <span className={form.cellWhole}>
        {price > 0 ? formatMoney(price, 'INR') : <Badge tone="bad">needs a price</Badge>}
      </span>
    ),
    csv: ({ price }) => (price > 0 ? price.toFixed(2) : ''),
  },
  {
    id: 'stock',
    header: 'Stock',
    sort: 'stock',
    isNumber: true,
    cell: ({ stock, held, isLow }) => (
      <>
        {held > 0 ? `${stock} and ${held} held` : stock} {isLow && <Badge tone="bad">low</Badge>}
      </>
    ),
    csv: ({ stock }) => stock,
  },
  {
    id: 'sold',
    header: 'Sold',
    sort: 'sold',
    isNumber: true,
    cell: ({ sold }) => String(sold),
    csv: ({ sold }) => sold,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <Badge tone={STATUS_TONES[status]}>{status}</Badge>,
    csv: ({ status }) => status,
  },
  {
    id: 'category',
    header: 'Category',
    isHiddenFirst: true,
    cell: ({ category: { main, sub } }) => (sub ? `${main}, ${sub}` : main),
    csv: ({ category: { main, sub } }) => (sub ? `${main}, ${sub}` : main),
  },
  {
    id: 'rating',
    header: 'Rating',
    isHiddenFirst: true,
    isNumber: true,
    cell: ({ rating, ratingCount }) => (ratingCount > 0 ? `${rating.toFixed(1)} of ${ratingCount}` : '–'),
    csv: ({ rating, ratingCount }) => (ratingCount > 0 ? rating : ''),
  },
  {
    id: 'actions',
    header: 'Change',
    cell: (product) =>
      product.status !== 'archived' && (
        <span className={form.cellButtons}>
          <RowButton of={`${product.name}, ${product.metalTone}`} onClick={() => onRemove(product)}>
            Delete
          </RowButton>
        </span>
      ),
  },
];

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
        working. It can be restored on the page of its group.
      </p>
    </ConfirmDialog>
  );
}
