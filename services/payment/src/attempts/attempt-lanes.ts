import { Injectable } from '@nestjs/common';
import { Lanes } from '@shop/service-kit';
import type { ProviderName } from '../providers/provider.ts';

/**
 * The browser's return and the webhooks of one payment come at the same moment. In this process they are worked off one after
 * the other, so that the second finds what the first has found out, and the provider is asked once.
 */
@Injectable()
export class AttemptLanes {
  readonly #lanes = new Lanes();

  run<T>(provider: ProviderName, providerOrderId: string, work: () => Promise<T>): Promise<T> {
    return this.#lanes.run([`${provider}/${providerOrderId}`], work);
  }
}
