import { Injectable } from '@nestjs/common';
import { Lanes } from '@shop/service-kit';
import type { ProviderName } from '../providers/provider.ts';

/**
 * Serializes the work on one payment within this process: the browser's return and the webhooks arrive together, and the
 * second one then finds the result of the first without another call to the provider.
 */
@Injectable()
export class AttemptLanes {
  readonly #lanes = new Lanes();

  run<T>(provider: ProviderName, providerOrderId: string, work: () => Promise<T>): Promise<T> {
    return this.#lanes.run([`${provider}/${providerOrderId}`], work);
  }
}
