import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule, PeopleModule } from '@shop/service-kit';
import { AttemptsModule } from '../../attempts/attempts.module.ts';
import { RefundsModule } from '../../refunds/refunds.module.ts';
import { arrivalSchema } from './arrival.schema.ts';
import { ArrivalsService } from './arrivals.service.ts';
import { bankAccountSchema } from './bank-account.schema.ts';
import { BankAccountService } from './bank-account.service.ts';
import { BankTransferController } from './bank-transfer.controller.ts';
import { BankTransferProvider } from './bank-transfer.provider.ts';
import { BankTransferStaffController } from './bank-transfer-staff.controller.ts';
import { OpenTransfers } from './open-transfers.ts';
import { StatementImport } from './statement-import.service.ts';
import { transferSchema } from './transfer.schema.ts';
import { transferReturnSchema } from './transfer-return.schema.ts';
import { TransferReturnsService } from './transfer-returns.service.ts';
import { TransfersService } from './transfers.service.ts';

@Module({
  imports: [
    AuditModule,
    PeopleModule,
    AttemptsModule,
    RefundsModule,
    MongooseModule.forFeature([
      { name: 'BankTransfer', schema: transferSchema },
      { name: 'BankArrival', schema: arrivalSchema },
      { name: 'TransferReturn', schema: transferReturnSchema },
      { name: 'BankAccountSetting', schema: bankAccountSchema },
    ]),
  ],
  controllers: [BankTransferController, BankTransferStaffController],
  providers: [
    BankTransferProvider,
    TransfersService,
    ArrivalsService,
    OpenTransfers,
    StatementImport,
    TransferReturnsService,
    BankAccountService,
  ],
})
export class BankTransferModule {}
