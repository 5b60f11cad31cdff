import { Skeleton } from '@shop/ui/skeleton.tsx';
import s from './checkout.module.css';

/** Skeleton of the checkout while it loads. */
export function CheckoutSkeleton() {
  return (
    <div role="status" aria-label="Loading the checkout">
      <div className={s.columns}>
        <div className={s.main}>
          <Skeleton height="14rem" />
          <Skeleton height="10rem" />
          <Skeleton height="8rem" />
        </div>
        <div className={s.aside}>
          <Skeleton height="18rem" />
        </div>
      </div>
    </div>
  );
}
