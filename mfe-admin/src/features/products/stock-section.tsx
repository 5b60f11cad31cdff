import { LOW_STOCK_AT } from '@shop/contracts/browser';
import { Badge } from '@shop/ui/badge.tsx';
import { Button } from '@shop/ui/button.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffProduct } from '../../api/products.ts';
import { May } from '../../components/may.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { usePaging } from '../../components/paging.ts';
import { Tabs } from '../../components/tabs.tsx';
import { movementsIn, movementsQuery, PAGE_SIZE } from './api/movements.ts';
import { MovementDialog } from './movement-dialog.tsx';
import { MovementsTable } from './movements-table.tsx';
import s from './stock-section.module.css';

/** What there is of a product, what changed it, and a form for what staff know of. */
export function StockSection({ product }: { product: StaffProduct }) {
  const { search, page, hrefWith, hrefOfPage } = usePaging();
  const [recording, setRecording] = useState(false);
  const filter = movementsIn(search);
  const query = useQuery({ ...movementsQuery(product._id, filter), placeholderData: keepPreviousData });
  return (
    <section className={s.section} aria-labelledby="stock">
      <header className={s.head}>
        <h2 id="stock">Stock</h2>
        {product.status !== 'archived' && (
          <May permission="products.change">
            <Button onClick={() => setRecording(true)}>Record movement</Button>
          </May>
        )}
      </header>
      <dl className={s.figures}>
        <div>
          <dt>Free</dt>
          <dd>
            {product.stock} {product.isLow && <Badge tone="bad">low</Badge>}
          </dd>
        </div>
        <div>
          <dt>Held for checkouts</dt>
          <dd>{product.held}</dd>
        </div>
        <div>
          <dt>Sold</dt>
          <dd>{product.sold}</dd>
        </div>
        <div>
          <dt>Low at</dt>
          <dd>{product.lowStockAt ?? LOW_STOCK_AT}</dd>
        </div>
      </dl>
      <Tabs
        label="Movements"
        tabs={[
          { name: 'All', to: hrefWith({ by: undefined }), current: !filter.by },
          { name: 'By staff', to: hrefWith({ by: 'staff' }), current: filter.by === 'staff' },
        ]}
      />
      <PagedList
        query={query}
        rowsOf={({ movements }) => movements}
        what="movements"
        counted={['movement']}
        none={filter.by ? 'Staff have recorded nothing yet' : 'Nothing has moved yet'}
        pageSize={PAGE_SIZE}
        page={page}
        hrefOfPage={hrefOfPage}
      >
        {(movements, waiting) => <MovementsTable movements={movements} waiting={waiting} />}
      </PagedList>
      {recording && <MovementDialog product={product} onClose={() => setRecording(false)} />}
    </section>
  );
}
