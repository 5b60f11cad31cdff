import type { Arrival, Transfer, TransferReturn } from '../api.ts';

/** A transfer of 2,060 rupees that is awaited. */
export const aTransfer = (changes: Partial<Transfer> = {}): Transfer => ({
  reference: 'RJ7K2M9Q',
  checkoutId: '6b01c5734d9f13a5da2d662a',
  state: 'waiting',
  amount: 2_060,
  startedAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-11-23T10:00:00.000Z',
  paymentId: 'e'.repeat(24),
  userId: 'b'.repeat(24),
  buyer: 'Asha Rao',
  ...changes,
});

/** 2,060 rupees that named no transfer. */
export const anArrival = (changes: Partial<Arrival> = {}): Arrival => ({
  _id: 'c'.repeat(24),
  state: 'unmatched',
  amount: 2_060,
  arrivedOn: '2026-11-21',
  text: 'NEFT ASHA RAO',
  bankReference: 'UTR42',
  reference: null,
  checkoutId: null,
  note: null,
  recordedAt: '2026-11-21T12:00:00.000Z',
  ...changes,
});

/** 2,000 rupees to be sent back. */
export const aReturn = (changes: Partial<TransferReturn> = {}): TransferReturn => ({
  _id: 'refund-1',
  state: 'open',
  amount: 2_000,
  reason: 'wrong-amount',
  reference: 'RJ7K2M9Q',
  text: 'NEFT ASHA RAO',
  bankReference: null,
  checkoutId: '6b01c5734d9f13a5da2d662a',
  userId: 'b'.repeat(24),
  buyer: 'Asha Rao',
  requestedAt: '2026-11-21T12:00:00.000Z',
  settledAt: null,
  sentAs: null,
  ...changes,
});
