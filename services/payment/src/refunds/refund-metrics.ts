import { Measurement } from '@shop/service-kit/metrics';

/** Refunds that are not decided yet. */
export interface UndecidedRefunds {
  state: 'requested' | 'pending';
  count: number;
  oldestSeconds: number;
}

export const refundMeasurement = new Measurement<UndecidedRefunds>('Refunds')
  .gauge(
    'payment_refunds_undecided',
    'Refunds that the provider has not been told (requested) or not decided (pending)',
    ['state'],
    ({ count }) => count,
  )
  .gauge(
    'payment_refunds_oldest_seconds',
    'How long ago the oldest undecided refund was requested',
    ['state'],
    ({ oldestSeconds }) => oldestSeconds,
  );
