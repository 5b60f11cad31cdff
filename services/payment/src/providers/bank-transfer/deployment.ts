import type { ProviderDeployment } from '../deployment.ts';

/** Staff enter the account; nothing is called. */
export const bankTransferDeployment: ProviderDeployment = {
  addresses: {},
  secrets: {},
  optional: [],
  checkoutOrigins: [],
};
