import { Measurement } from '@shop/service-kit/metrics';

/** What staff wait for or have to do about transfers. */
export interface OpenTransfer {
  provider: string;
  /** Money that buyers were asked for, money that no transfer was found for, and money that has to go back. */
  kind: 'expected' | 'unmatched' | 'to-send-back';
  count: number;
  oldestSeconds: number;
}

export const transferMeasurement = new Measurement<OpenTransfer>('Transfers')
  .gauge(
    'payment_transfers_open',
    'Transfers that are expected, arrived without a match, or have to be sent back',
    ['provider', 'kind'],
    ({ count }) => count,
  )
  .gauge(
    'payment_transfers_oldest_seconds',
    'Age of the oldest of them; 0 without any',
    ['provider', 'kind'],
    ({ oldestSeconds }) => oldestSeconds,
  );
