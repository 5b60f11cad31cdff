import { Injectable } from '@nestjs/common';
import { moneyText } from '@shop/contracts';
import { Failure } from '@shop/service-kit';
import {
  type CaptureOutcome,
  type CaptureRequest,
  type ListedRefund,
  type OrderOfPayment,
  type OrderRequest,
  type Provider,
  type ProviderOrder,
  type ProviderRefund,
  ProviderRefused,
  type ProviderStatus,
  type RefundRequest,
} from '../provider.ts';
import { ArrivalsService } from './arrivals.service.ts';
import { BankAccountService } from './bank-account.service.ts';
import type { Transfer } from './transfer.schema.ts';
import type { TransferReturn } from './transfer-return.schema.ts';
import { TransferReturnsService } from './transfer-returns.service.ts';
import { TransfersService } from './transfers.service.ts';

/** Money that buyers send to the shop's account themselves. No outside party is asked: what arrives is told by staff. */
@Injectable()
export class BankTransferProvider implements Provider {
  readonly name = 'bank-transfer';

  constructor(
    private readonly transfers: TransfersService,
    private readonly arrivals: ArrivalsService,
    private readonly returns: TransferReturnsService,
    private readonly account: BankAccountService,
  ) {}

  async createOrder(order: OrderRequest): Promise<ProviderOrder> {
    return { providerOrderId: (await this.transfers.create(order)).reference };
  }

  async findOrder(attemptId: string): Promise<ProviderOrder | undefined> {
    const found = await this.transfers.ofAttempt(attemptId);
    return found ? { providerOrderId: found.reference } : undefined;
  }

  async fetchStatus(reference: string): Promise<ProviderStatus> {
    return statusOf(await this.transfers.current(reference).catch(refusedIfUnknown));
  }

  async orderOf(arrivalId: string): Promise<OrderOfPayment | undefined> {
    const { reference } = (await this.arrivals.byId(arrivalId)) ?? {};
    const [transfer] = reference ? await this.transfers.byReferences([reference]) : [];
    return transfer && { providerOrderId: transfer.reference, attemptId: transfer._id };
  }

  async capture({ providerOrderId }: CaptureRequest): Promise<CaptureOutcome> {
    return statusOf(await this.transfers.awaitMoney(providerOrderId).catch(refusedIfUnknown));
  }

  async refund(refund: RefundRequest): Promise<ProviderRefund> {
    return refundOf(await this.returns.request(refund));
  }

  async fetchRefund(refundId: string): Promise<ProviderRefund> {
    const found = await this.returns.byId(refundId);
    if (!found) throw new ProviderRefused('There is no such refund', 'unknown-refund');
    return refundOf(found);
  }

  async refundsOf({ providerPaymentId }: { providerPaymentId: string }): Promise<ListedRefund[]> {
    const all = await this.returns.ofArrival(providerPaymentId);
    return all.map((one) => ({ ...refundOf(one), refundId: one._id, amount: one.amount, currency: 'INR' }));
  }

  async missing(): Promise<string | undefined> {
    return (await this.account.current()) ? undefined : 'the shop’s bank account';
  }
}

/** In the order in which they came. A wrong amount is told as a payment too: settling sends it back. */
function statusOf({ state, amount, payments, awaitedAt, expiresAt, account, reference }: Transfer): ProviderStatus {
  const [first, ...more] = payments.map((one) => ({ ...one, currency: 'INR' }));
  if (first) return { state: 'captured', payment: first, more };
  if (state !== 'waiting') return { state: 'denied', failure: state, isLate: state === 'expired' };
  if (!awaitedAt) return { state: 'approved' };
  const steps = [
    { name: 'Amount', value: moneyText(amount, 'INR') },
    { name: 'Reference', value: reference },
    { name: 'Account holder', value: account.holder },
    { name: 'Account number', value: account.number },
    { name: 'IFSC', value: account.ifsc },
    { name: 'Bank', value: account.bank },
  ];
  return { state: 'pending', awaited: { until: expiresAt, steps } };
}

const REFUND_STATES = { open: 'pending', sent: 'completed', failed: 'failed' } as const;

const refundOf = ({ _id, state }: TransferReturn): ProviderRefund => ({ id: _id, state: REFUND_STATES[state] });

function refusedIfUnknown(error: unknown): never {
  if (error instanceof Failure) throw new ProviderRefused(error.message, error.code);
  throw error;
}
