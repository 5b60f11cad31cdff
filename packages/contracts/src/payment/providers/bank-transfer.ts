import { z } from 'zod';
import { amount } from '../../cart-order/checkout.ts';
import { staff } from '../../core/access.ts';
import { defineCall } from '../../core/call.ts';
import { defineErrors } from '../../core/error.ts';
import { documentVersion, line, moment, objectId, pageQuery } from '../../core/shapes.ts';
import { cannotStart, toPay } from '../paying.ts';
import { defineProvider } from '../provider.ts';

export const bankTransfer = defineProvider({
  name: 'bank-transfer',
  label: 'Bank transfer',
  staffLabel: 'Bank transfer',
  choice: 'Bank transfer (NEFT, IMPS, RTGS)',
  hint: 'You transfer the amount with a reference; your pieces are held for you until it arrives.',
  currencies: ['INR'],
  place: 3,
  brands: [],
  isOnAtFirst: false,
  webhookHeaders: [],
});

export const bankTransferErrors = defineErrors({
  /** `details.checkoutId`: the checkout whose transfer is awaited. */
  'transfer.one-is-open': {
    status: 409,
    message: 'A bank transfer of yours is awaited already. Finish it or give it up first',
  },
  'transfer.not-found': { status: 404, message: 'There is no such transfer' },
  /** `details.arrivals`: money that may be the same. */
  'transfer.recorded-already': { status: 409, message: 'Money of this amount is recorded already' },
  /** The arrival is assigned, or the money was sent back. */
  'transfer.settled': { status: 409, message: 'This is settled already' },
});

const text = (max: number) => line(max).refine((value) => value !== '', 'Required');

/** The shop's account. */
export const bankAccount = z
  .object({
    holder: text(120),
    bank: text(120),
    number: z
      .string()
      .trim()
      .regex(/^\d{9,18}$/, 'An account number has 9 to 18 digits'),
    ifsc: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, 'An IFSC looks like HDFC0001234'),
  })
  .meta({ id: 'BankAccount' });
export type BankAccount = z.infer<typeof bankAccount>;

/** As staff read it. */
const readAccount = bankAccount.extend({ version: documentVersion.optional() }).meta({ id: 'ReadBankAccount' });

/**
 * - `waiting`: the money is awaited until `expiresAt`, and the pieces are held
 * - `arrived`: it came; the order exists or will
 * - `refused`: another amount came, and goes back
 * - `expired`, `cancelled`: nothing came in time; the buyer gave it up
 */
export const transferState = z.enum(['waiting', 'arrived', 'refused', 'expired', 'cancelled']);
export type TransferState = z.infer<typeof transferState>;

const transferFields = {
  /** What the buyer writes into the transfer. */
  reference: z.string(),
  checkoutId: objectId,
  state: transferState,
  /** In rupees. */
  amount,
  startedAt: moment,
  expiresAt: moment,
};

/** A transfer as its buyer sees it. */
export const transfer = z.object({ ...transferFields, account: bankAccount }).meta({ id: 'BankTransfer' });
export type Transfer = z.infer<typeof transfer>;

export const startBankTransfer = defineCall({
  id: 'payment.start-bank-transfer',
  service: 'payment',
  method: 'POST',
  path: '/payment/bank-transfer/create-order',
  access: 'user',
  limited: 'It pays its own checkouts',
  summary: 'Pays a frozen checkout by bank transfer: its pieces and price are held for days, until the money arrives',
  body: z.object(toPay),
  answer: z.object({ checkoutId: objectId, transfer }),
  status: 201,
  errors: [...cannotStart, 'transfer.one-is-open'],
  idempotencyKey: true,
  timeoutMs: 15_000,
  limit: 'payment',
});

export const getBankTransfer = defineCall({
  id: 'payment.get-bank-transfer',
  service: 'payment',
  method: 'GET',
  path: '/payment/bank-transfer/:checkoutId',
  access: 'user',
  limited: 'It pays its own checkouts',
  summary: 'The bank transfer of an own checkout',
  params: z.object({ checkoutId: objectId }),
  answer: z.object({ transfer }),
  errors: ['transfer.not-found'],
});

export const cancelBankTransfer = defineCall({
  id: 'payment.cancel-bank-transfer',
  service: 'payment',
  method: 'DELETE',
  path: '/payment/bank-transfer/:checkoutId',
  access: 'user',
  limited: 'It pays its own checkouts',
  summary:
    'Gives up an own bank transfer that is awaited; money that comes later is an order if its pieces are left, or goes back',
  params: z.object({ checkoutId: objectId }),
  answer: z.object({ transfer }),
  errors: ['transfer.not-found', 'transfer.settled'],
});

/** A transfer as staff see it. */
export const expectedTransfer = z
  .object({ ...transferFields, paymentId: z.string(), userId: z.string(), buyer: z.string() })
  .meta({ id: 'ExpectedTransfer' });
export type ExpectedTransfer = z.infer<typeof expectedTransfer>;

export const listTransfers = defineCall({
  id: 'payment.list-transfers',
  service: 'payment',
  method: 'GET',
  path: '/admin/payments/bank-transfer/transfers',
  access: staff('payments.read'),
  summary: 'Bank transfers by state, newest first; `q`: beginning of a reference, or an amount in rupees',
  query: pageQuery.extend({ state: transferState.default('waiting'), q: z.string().trim().max(40).optional() }),
  answer: z.object({ transfers: z.array(expectedTransfer), totalCount: z.int().nonnegative() }),
  errors: [],
});

/**
 * Money on the shop's account:
 * - `unmatched`: whose it is is not known
 * - `matched`: it paid the transfer `reference`
 * - `goes-back`: it named `reference`, but is not what was due, or came a second time; see `listTransferReturns`
 * - `set-aside`: staff settled it outside the shop, with a note
 */
export const arrivalState = z.enum(['unmatched', 'matched', 'goes-back', 'set-aside']);
export const arrival = z
  .object({
    _id: objectId,
    state: arrivalState,
    /** In rupees. */
    amount,
    arrivedOn: z.iso.date(),
    /** The bank's description. */
    text: z.string(),
    /** The bank's number of the transfer (UTR), if the statement has it. */
    bankReference: z.string().nullable(),
    reference: z.string().nullable(),
    checkoutId: objectId.nullable(),
    note: z.string().nullable(),
    recordedAt: moment,
  })
  .meta({ id: 'Arrival' });
export type Arrival = z.infer<typeof arrival>;

export const listArrivals = defineCall({
  id: 'payment.list-arrivals',
  service: 'payment',
  method: 'GET',
  path: '/admin/payments/bank-transfer/arrivals',
  access: staff('payments.read'),
  summary: 'Money that arrived on the account, by state, newest first',
  query: pageQuery.extend({ state: arrivalState.default('unmatched') }),
  answer: z.object({ arrivals: z.array(arrival), totalCount: z.int().nonnegative() }),
  errors: [],
});

export const recordArrival = defineCall({
  id: 'payment.record-arrival',
  service: 'payment',
  method: 'POST',
  path: '/admin/payments/bank-transfer/arrivals',
  access: staff('payments.resolve'),
  summary:
    'Records money that arrived, by hand. With `reference` it pays that transfer, or goes back if it is another amount',
  body: z.object({
    amount: amount.positive('This is not an amount'),
    arrivedOn: z.iso.date('Choose a date'),
    reference: z.string().trim().toUpperCase().min(1, 'Required').max(40).optional(),
    bankReference: line(60).optional(),
    text: line(300).default(''),
    /** It is not the money that is recorded with this amount. */
    isOther: z.boolean().optional(),
  }),
  answer: z.object({ arrival }),
  status: 201,
  errors: ['transfer.not-found', 'transfer.recorded-already'],
  idempotencyKey: true,
});

export const assignArrival = defineCall({
  id: 'payment.assign-arrival',
  service: 'payment',
  method: 'PUT',
  path: '/admin/payments/bank-transfer/arrivals/:id',
  access: staff('payments.resolve'),
  summary: 'Assigns an unmatched arrival to a transfer, or sets it aside with a note',
  params: z.object({ id: objectId }),
  body: z.union([
    z.object({ reference: z.string().trim().toUpperCase().min(1, 'Required').max(40) }),
    z.object({ note: z.string().trim().min(1, 'Say what was done').max(300) }),
  ]),
  answer: z.object({ arrival }),
  errors: ['transfer.not-found', 'transfer.settled'],
});

/** What a row of a statement is, or would be: `known`: recorded before; `not-money-in`: a debit or an empty row. */
const rowOutcome = z.enum(['matched', 'goes-back', 'unmatched', 'known', 'not-money-in', 'unreadable']);

export const importStatement = defineCall({
  id: 'payment.import-statement',
  service: 'payment',
  method: 'POST',
  path: '/admin/payments/bank-transfer/statement',
  access: staff('payments.resolve'),
  summary:
    'Reads a bank statement (CSV with a header): money in is matched by the reference in its text and by its amount. Imported again it changes nothing; `isDryRun` only tells what would happen',
  body: z.object({ csv: z.string().min(1, 'Choose a file').max(500_000, 'At most 500 kB'), isDryRun: z.boolean() }),
  answer: z.object({
    rows: z.array(
      z.object({
        /** Row of the file, from 1, as a spreadsheet counts them. */
        line: z.int().positive(),
        outcome: rowOutcome,
        amount: amount.nullable(),
        arrivedOn: z.iso.date().nullable(),
        text: z.string(),
        reference: z.string().nullable(),
        /** Why, if it is not plain from the outcome. */
        message: z.string().nullable(),
      }),
    ),
    counts: z.record(rowOutcome, z.int().nonnegative()),
  }),
  errors: [],
  timeoutMs: 30_000,
  repeatable: 'A row that was recorded is known',
});

/** Money that staff have to send back from the shop's account. */
export const transferReturn = z
  .object({
    /** The refund's id. */
    _id: z.string(),
    state: z.enum(['open', 'sent', 'failed']),
    amount,
    /** `wrong-amount`, `paid-again`, `order-cancelled`, `staff`, … */
    reason: z.string(),
    reference: z.string(),
    /** The bank's description of what arrived, which names the sender. */
    text: z.string(),
    bankReference: z.string().nullable(),
    checkoutId: objectId,
    userId: z.string(),
    buyer: z.string(),
    requestedAt: moment,
    settledAt: moment.nullable(),
    /** The bank's number of the transfer by which it was sent back, if staff entered it. */
    sentAs: z.string().nullable(),
  })
  .meta({ id: 'TransferReturn' });
export type TransferReturn = z.infer<typeof transferReturn>;

export const listTransferReturns = defineCall({
  id: 'payment.list-transfer-returns',
  service: 'payment',
  method: 'GET',
  path: '/admin/payments/bank-transfer/returns',
  access: staff('payments.read'),
  summary: 'Money to be sent back by bank transfer, oldest first; or what was sent, newest first',
  query: pageQuery.extend({ state: z.enum(['open', 'settled']).default('open') }),
  answer: z.object({ returns: z.array(transferReturn), totalCount: z.int().nonnegative() }),
  errors: [],
});

export const settleTransferReturn = defineCall({
  id: 'payment.settle-transfer-return',
  service: 'payment',
  method: 'PUT',
  path: '/admin/payments/bank-transfer/returns/:id',
  access: staff('payments.resolve'),
  summary: 'Tells that money was sent back, or that it cannot be',
  params: z.object({ id: z.string().min(1).max(100) }),
  body: z.object({
    outcome: z.enum(['sent', 'failed']),
    /** The bank's number of the transfer (UTR). */
    bankReference: line(60).optional(),
    note: z.string().trim().max(300).optional(),
  }),
  answer: z.object({ return: transferReturn }),
  errors: ['transfer.not-found', 'transfer.settled'],
});

export const getBankAccount = defineCall({
  id: 'payment.get-bank-account',
  service: 'payment',
  method: 'GET',
  path: '/admin/payments/bank-transfer/account',
  access: staff('payments.read'),
  summary: 'The account that buyers transfer to; `null` until it is entered',
  answer: z.object({ account: readAccount.nullable() }),
  errors: [],
});

export const saveBankAccount = defineCall({
  id: 'payment.save-bank-account',
  service: 'payment',
  method: 'PUT',
  path: '/admin/payments/bank-transfer/account',
  access: staff('payments.change-methods'),
  versioned: true,
  summary: 'Changes the account that buyers transfer to. Transfers that are awaited keep the one they were shown',
  body: z.object({ account: bankAccount }),
  answer: z.object({ account: readAccount }),
  errors: [],
});
