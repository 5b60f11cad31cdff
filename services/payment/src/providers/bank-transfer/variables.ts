import { type ConfigOf, duration } from '@shop/service-kit';
import type { Config } from '../../shared-variables.ts';

export const bankTransferVariables = {
  /** Time for the money to arrive: the checkout keeps its pieces and its price. */
  TRANSFER_WAIT: duration('72h'),
};

export type BankTransferConfig = Config & ConfigOf<typeof bankTransferVariables>;
