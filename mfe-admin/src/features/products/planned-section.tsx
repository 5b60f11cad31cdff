import { Button } from '@shop/ui/button.tsx';
import { useState } from 'react';
import type { StaffProduct } from '../../api/products.ts';
import { May } from '../../components/may.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { PlannedChanges } from './planned-changes.tsx';
import s from './stock-section.module.css';

/** What of a product changes at a time, and a form for more. */
export function PlannedSection({ product }: { product: StaffProduct }) {
  const [planning, setPlanning] = useState(false);
  return (
    <section className={s.section} aria-labelledby="planned">
      <header className={s.head}>
        <h2 id="planned">Planned changes</h2>
        {product.status !== 'archived' && (
          <May permission="products.change">
            <Button onClick={() => setPlanning(true)}>Plan a change</Button>
          </May>
        )}
      </header>
      <PlannedChanges productId={product._id} />
      {planning && <PlanDialog product={product} onClose={() => setPlanning(false)} />}
    </section>
  );
}
