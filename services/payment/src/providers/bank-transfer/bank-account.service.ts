import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { payment } from '@shop/contracts';
import { AuditTrail, Edits, type Session, Transactions, withVersion } from '@shop/service-kit';
import type { Model } from 'mongoose';
import type { BankAccountSetting } from './bank-account.schema.ts';

@Injectable()
export class BankAccountService {
  constructor(
    @InjectModel('BankAccountSetting') private readonly settings: Model<BankAccountSetting>,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly edits: Edits,
  ) {}

  async current(): Promise<payment.BankAccount | undefined> {
    return (await this.settings.findById('account').lean<BankAccountSetting>())?.account;
  }

  /** As staff read it. @throws Failure `document.changed` */
  async save(actor: Session, account: payment.BankAccount, version?: string) {
    return this.transactions.run(async (session) => {
      const before = await this.settings.findById('account').session(session).lean<BankAccountSetting>();
      const edit = { actor, subject: 'bank-account', id: 'account', version };
      const [read, after] = [before ? withVersion(before.account) : null, withVersion(account)];
      await this.edits.require(session, edit, read);
      await this.edits.keep(session, edit, read, after);
      await this.settings.updateOne({ _id: 'account' }, { $set: { account } }, { upsert: true, session });
      await this.audit.record(session, actor, {
        action: 'bank-account.changed',
        subject: 'bank-account',
        subjectId: 'account',
        before: before ? { ...before.account } : null,
        after: { ...account },
      });
      return after;
    });
  }
}
