import { Measurement } from '@shop/service-kit/metrics';

/** Captures of one hour: see `booksHourAt`. */
export interface BookedCaptures {
  currency: string;
  captures: number;
  amount: number;
}

const KEEP_MS = 60_000;

export const booksMeasurement = new Measurement<BookedCaptures>('The books of payment', { keepMs: KEEP_MS })
  .gauge(
    'payment_books_captures',
    'Payments captured in the last hour that is closed, by currency',
    ['currency'],
    ({ captures }) => captures,
  )
  .gauge('payment_books_amount', "Their sum, in the currency's smallest unit", ['currency'], ({ amount }) => amount);
