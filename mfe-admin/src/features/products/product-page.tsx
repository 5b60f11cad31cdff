import { Link, useParams, type Prefetch } from '@shop/mfe-kit';
import { buttonClass } from '@shop/ui/button.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { productQuery, type StaffProduct } from '../../api/products.ts';
import { May } from '../../components/may.tsx';
import { Failure, RowsSkeleton } from '../../components/load-states.tsx';
import { usePaging } from '../../components/paging.ts';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead, notFoundUnlessId } from '../../components/staff-head.ts';
import { Tabs } from '../../components/tabs.tsx';
import { movementsIn, movementsQuery } from './api/movements.ts';
import { plannedChangesQuery, plannedIn } from './api/planned-changes.ts';
import { taxonomiesQuery } from './api/taxonomies.ts';
import { emptyProduct, valuesOf, variantOf } from './api/product-values.ts';
import { PlannedSection } from './planned-section.tsx';
import { ProductForm } from './product-form.tsx';
import { StockSection } from './stock-section.tsx';

const NEW = 'new';
const BACK = { to: '/admin/products', name: 'Products' };

const showsStock = (search: URLSearchParams): boolean => search.get('show') === 'stock';

const showsPlanned = (search: URLSearchParams): boolean => search.get('show') === 'planned';

const titleOf = ({ name, metalTone }: StaffProduct): string => `${name}, ${metalTone}`;

export const prefetch: Prefetch = async (queryClient, { params, url }) => {
  const { id = NEW } = params;
  void queryClient.prefetchQuery(taxonomiesQuery);
  if (id === NEW) {
    const from = url.searchParams.get('from');
    if (from) void queryClient.prefetchQuery(productQuery(from));
    return staffHead('Add product');
  }
  const missing = notFoundUnlessId(id);
  if (missing) return missing;
  if (showsStock(url.searchParams)) void queryClient.prefetchQuery(movementsQuery(id, movementsIn(url.searchParams)));
  if (showsPlanned(url.searchParams)) {
    void queryClient.prefetchQuery(plannedChangesQuery({ ...plannedIn(url.searchParams), productId: id }));
  }
  // Awaited, without retries: the tab is named after the product. The page itself shows a failure.
  const product = await queryClient.ensureQueryData({ ...productQuery(id), retry: false }).catch(() => undefined);
  return staffHead(product ? titleOf(product) : 'Product');
};

/**
 * A variant, or with `show=stock` what became of its pieces, with `show=planned` what will change at a time; `/admin/product/new`
 * creates one, with `from` in the group of that product.
 */
export function ProductPage() {
  const { id = NEW } = useParams();
  const { search, hrefWith } = usePaging();
  const isNew = id === NEW;
  const isStock = !isNew && showsStock(search);
  const isPlanned = !isNew && showsPlanned(search);
  const from = isNew ? (search.get('from') ?? '') : id;
  const taxonomies = useQuery(taxonomiesQuery);
  // A refetch would reset the form; a changed stock is reported on saving.
  const product = useQuery({ ...productQuery(from), enabled: from !== '', refetchOnWindowFocus: false });
  const failed =
    product.error && !product.data ? product : taxonomies.error && !taxonomies.data ? taxonomies : undefined;
  if (failed) {
    return (
      <StaffFrame title="Product" back={BACK}>
        <Failure error={failed.error!} what="The product" onRetry={() => void failed.refetch()} />
      </StaffFrame>
    );
  }
  if (!taxonomies.data || (from && !product.data)) {
    return (
      <StaffFrame title="Product" back={BACK}>
        <RowsSkeleton what="product" rows={8} />
      </StaffFrame>
    );
  }
  const { data } = product;
  const title = isNew ? (data ? `Add a variant of ${data.productGroup}` : 'Add product') : titleOf(data!);
  return (
    <StaffFrame
      title={title}
      back={BACK}
      record={isNew ? undefined : title}
      actions={
        !isNew &&
        data && (
          <>
            <Link to={`/admin/group/${data.productGroup}`} className={buttonClass('secondary')}>
              The group
            </Link>
            <May permission="products.change">
              <Link to={`/admin/product/new?from=${data._id}`} className={buttonClass('secondary')}>
                Add a variant
              </Link>
            </May>
            {data.status === 'published' && (
              <Link to={`/product/group/${data.productGroup}?variant=${data._id}`} className={buttonClass('secondary')}>
                In the shop
              </Link>
            )}
          </>
        )
      }
    >
      {!isNew && (
        <Tabs
          label="Parts of the product"
          tabs={[
            {
              name: 'Product',
              to: hrefWith({ show: undefined, by: undefined, when: undefined }),
              current: !isStock && !isPlanned,
            },
            { name: 'Stock', to: hrefWith({ show: 'stock', when: undefined }), current: isStock },
            { name: 'Planned changes', to: hrefWith({ show: 'planned', by: undefined }), current: isPlanned },
          ]}
        />
      )}
      {isStock && <StockSection product={data!} />}
      {isPlanned && <PlannedSection product={data!} />}
      {!isStock && !isPlanned && !isNew && data?.status === 'archived' && (
        <EmptyState title="It is archived">
          <p>It is not in the shop, and nothing of it can be changed. The page of its group restores it as a draft.</p>
          <Link to={`/admin/group/${data.productGroup}`} className={buttonClass()}>
            {`Go to ${data.productGroup}`}
          </Link>
        </EmptyState>
      )}
      {!isStock && !isPlanned && (isNew || data?.status !== 'archived') && (
        <ProductForm
          key={`${id} ${from}`}
          product={isNew ? undefined : data}
          start={data ? (isNew ? variantOf(data) : valuesOf(data)) : emptyProduct()}
          taxonomies={taxonomies.data}
        />
      )}
    </StaffFrame>
  );
}
