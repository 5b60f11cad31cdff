import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { payment } from '@shop/contracts';
import { AuditTrail, type Session, Transactions } from '@shop/service-kit';
import type { Model } from 'mongoose';
import type { BankAccountSetting } from './bank-account.schema.ts';

@Injectable()
export class BankAccountService {
  constructor(
    @InjectModel('BankAccountSetting') private readonly settings: Model<BankAccountSetting>,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
  ) {}

  async current(): Promise<payment.BankAccount | undefined> {
    return (await this.settings.findById('account').lean<BankAccountSetting>())?.account;
  }

  async save(actor: Session, account: payment.BankAccount): Promise<void> {
    await this.transactions.run(async (session) => {
      const before = await this.settings.findById('account').session(session).lean<BankAccountSetting>();
      await this.settings.updateOne({ _id: 'account' }, { $set: { account } }, { upsert: true, session });
      await this.audit.record(session, actor, {
        action: 'bank-account.changed',
        subject: 'bank-account',
        subjectId: 'account',
        before: before ? { ...before.account } : null,
        after: { ...account },
      });
    });
  }
}
