import {
  type CaptureOutcome,
  type OrderOfPayment,
  type Provider,
  type ProviderDispute,
  type ProviderName,
  type ProviderOrder,
  type ProviderRefund,
  ProviderRefused,
  type ProviderStatus,
  ProviderUnavailable,
} from './provider.ts';

/** Stands for one whose folder is gone. It cannot be asked, so what is undecided stays so, and staff pay refunds by hand. */
export class RetiredProvider implements Provider {
  constructor(readonly name: ProviderName) {}

  createOrder(): Promise<ProviderOrder> {
    return this.#unavailable();
  }

  findOrder(): Promise<ProviderOrder | undefined> {
    return this.#unavailable();
  }

  fetchStatus(): Promise<ProviderStatus> {
    return this.#unavailable();
  }

  orderOf(): Promise<OrderOfPayment | undefined> {
    return this.#unavailable();
  }

  capture(): Promise<CaptureOutcome> {
    return this.#unavailable();
  }

  /** Lists as failed for staff. */
  async refund(): Promise<ProviderRefund> {
    throw new ProviderRefused(`The shop no longer works with ${this.name}: it has to be paid back by hand`, 'retired');
  }

  fetchRefund(): Promise<ProviderRefund> {
    return this.#unavailable();
  }

  async refundsOf(): Promise<[]> {
    return [];
  }

  async disputes(): Promise<ProviderDispute[]> {
    return [];
  }

  async #unavailable(): Promise<never> {
    throw new ProviderUnavailable(`${this.name} is retired`);
  }
}
