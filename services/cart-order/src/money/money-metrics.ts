import { Measurement } from '@shop/service-kit/metrics';

/** Captures of one hour: see `booksHourAt`. */
export interface BookedCaptures {
  currency: string;
  captures: number;
  amount: number;
}

const KEEP_MS = 60_000;

export const booksMeasurement = new Measurement<BookedCaptures>('The books of cart-order', { keepMs: KEEP_MS })
  .gauge(
    'order_books_captures',
    'Captures of the last hour that is closed that became an order or go back, by currency',
    ['currency'],
    ({ captures }) => captures,
  )
  .gauge('order_books_amount', "Their sum, in the currency's smallest unit", ['currency'], ({ amount }) => amount);

/** Captured payments that are neither an order nor going back. */
export interface OpenCaptures {
  count: number;
  oldestSeconds: number;
}

export const openCaptureMeasurement = new Measurement<OpenCaptures>('Open captures')
  .gauge('order_captures_open', 'Captured payments without an order and without a refund', [], ({ count }) => count)
  .gauge(
    'order_captures_oldest_seconds',
    'How long ago the oldest of them was captured; 0 without any',
    [],
    ({ oldestSeconds }) => oldestSeconds,
  );
