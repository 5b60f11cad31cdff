import type { payment } from '@shop/contracts';
import { Schema } from 'mongoose';

/** The one document: the account that buyers transfer to. */
export interface BankAccountSetting {
  _id: 'account';
  account: payment.BankAccount;
}

export const bankAccountSchema = new Schema<BankAccountSetting>(
  { _id: { type: String, required: true }, account: { type: Schema.Types.Mixed, required: true } },
  { collection: 'bankTransferSettings', versionKey: false },
);
