import type { ProviderFolder } from '../providers.ts';
import { BankTransferModule } from './bank-transfer.module.ts';
import { BankTransferProvider } from './bank-transfer.provider.ts';
import { bankTransferVariables } from './variables.ts';

export const bankTransferFolder: ProviderFolder = {
  module: BankTransferModule,
  provider: BankTransferProvider,
  variables: bankTransferVariables,
};
