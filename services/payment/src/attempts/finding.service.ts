import { Injectable } from '@nestjs/common';
import type { OrderOfPayment, ProviderName } from '../providers/provider.ts';
import { Providers } from '../providers/providers.ts';
import type { Attempt } from './attempt.schema.ts';
import { AttemptLanes } from './attempt-lanes.ts';
import { AttemptsRepository } from './attempts.repository.ts';
import { AttemptsService } from './attempts.service.ts';
import { SettlingService } from './settling.service.ts';

/** Finds the attempt that a provider's report is about, however early the report comes. */
@Injectable()
export class FindingService {
  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly machine: AttemptsService,
    private readonly lanes: AttemptLanes,
    private readonly settling: SettlingService,
    private readonly providers: Providers,
  ) {}

  /** The attempt of a provider's order. */
  async ofOrder(provider: ProviderName, { providerOrderId, attemptId }: OrderOfPayment): Promise<Attempt | undefined> {
    const known = await this.machine.byOrder(provider, providerOrderId);
    if (known) return known;
    // The provider's answer to the creation was lost; its order carries our id.
    const creating = attemptId === undefined ? null : await this.attempts.byId(attemptId);
    if (creating?.provider !== provider || creating.providerOrderId !== undefined) return undefined;
    return this.machine.apply(creating, 'ordered', { order: { providerOrderId } });
  }

  /**
   * The attempt of a payment. A refund or a dispute may be reported before the capture that it is about: then the provider is
   * asked for the order, and the attempt is settled first.
   * @throws ProviderUnavailable, CallError: the report is processed again later
   */
  async ofPayment(provider: ProviderName, providerPaymentId: string): Promise<Attempt | undefined> {
    const known = await this.attempts.byPayment(provider, providerPaymentId);
    if (known?.state === 'captured') return known;
    const order = await this.providers.of(provider).orderOf(providerPaymentId);
    const attempt = known ?? (order && (await this.ofOrder(provider, order)));
    if (!attempt?.providerOrderId) return attempt;
    return this.lanes.run(provider, attempt.providerOrderId, async () => {
      const { attempt: settled } = await this.settling.settle(attempt, { take: false });
      return settled;
    });
  }
}
