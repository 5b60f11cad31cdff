import { formatMoney, Link } from '@shop/mfe-kit';
import type { Order } from '../../api/orders.ts';
import { Badge } from '@shop/ui/badge.tsx';
import { DISPUTE_TONES, DISPUTE_LABELS } from '../../components/order-labels.ts';
import { momentText } from '../../components/texts.ts';
import s from './order-page.module.css';

/** Status of the disputes of an order's payment. They are answered in the provider's dashboard. */
export function DisputeBox({ order: { currency, disputes } }: { order: Order }) {
  if (!disputes?.length) return null;
  return (
    <section className={s.box}>
      <h2>{disputes.length === 1 ? 'Dispute' : 'Disputes'}</h2>
      <ul className={s.disputes}>
        {disputes.map(({ disputeId, status, amount, at }) => (
          <li key={disputeId}>
            <p className={s.now}>
              <Badge tone={DISPUTE_TONES[status]}>{DISPUTE_LABELS[status]}</Badge>
              {amount !== null && <strong>{formatMoney(amount, currency)}</strong>}
            </p>
            <p className={s.soft}>
              <code>{disputeId}</code>, {momentText(at)}
            </p>
          </li>
        ))}
      </ul>
      <p className={s.soft}>
        Answer it in the provider’s dashboard. What it is about is not paid back here until it is decided.{' '}
        <Link to="/admin/payments">All that needs attention</Link>
      </p>
    </section>
  );
}
