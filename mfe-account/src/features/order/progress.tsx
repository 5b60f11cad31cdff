import { formatDateTime } from '../../components/format.ts';
import type { ShownOrder } from './api/order.ts';
import s from './order.module.css';

const STEPS = ['Processing', 'Shipped', 'Delivered'] as const;

/** Progress of the order, with the status message of staff. */
export function Progress({ order }: { order: ShownOrder }) {
  const reached: Record<ShownOrder['status'], string | null> = {
    Processing: null,
    Shipped: order.shippedAt,
    Delivered: order.deliveredAt,
    Cancelled: order.cancelledAt,
  };
  const isCancelled = order.status === 'Cancelled';
  const steps = isCancelled ? [...STEPS, 'Cancelled' as const] : STEPS;
  const isBehind = (step: ShownOrder['status']) =>
    isCancelled
      ? step === 'Processing' || (step !== 'Cancelled' && reached[step] !== null)
      : STEPS.indexOf(step as (typeof STEPS)[number]) < STEPS.indexOf(order.status as (typeof STEPS)[number]);
  return (
    <ol className={s.progress} aria-label="Progress">
      {steps.map((step) => {
        const isCurrent = step === order.status;
        const at = reached[step];
        const state = isCurrent ? 'current' : isBehind(step) ? 'done' : 'ahead';
        return (
          <li key={step} data-state={state} data-step={step} aria-current={isCurrent ? 'step' : undefined}>
            <span className={s.mark} aria-hidden="true">
              {isCancelled && isCurrent ? '✗' : state === 'ahead' ? '' : '✓'}
            </span>
            <span className={s.step}>
              {step}
              {state === 'done' && <span className="visually-hidden"> (done)</span>}
              {state === 'ahead' && <span className="visually-hidden"> {isCancelled ? '(skipped)' : '(not yet)'}</span>}
            </span>
            {at && (
              <time className={s.at} dateTime={at}>
                {formatDateTime(at)}
              </time>
            )}
            {isCurrent && order.statusMessage && <span className={s.message}>{order.statusMessage}</span>}
          </li>
        );
      })}
    </ol>
  );
}
