import { Module } from '@nestjs/common';
import { AuditTrail, Edits, StaffNames } from '@shop/service-kit';
import { RecipientsModule } from '../recipients/recipients.module.ts';
import { RecipientsService } from '../recipients/recipients.service.ts';

/** The audit trail, with staff names from the recipients. */
@Module({
  imports: [RecipientsModule],
  providers: [AuditTrail, Edits, { provide: StaffNames, useExisting: RecipientsService }],
  exports: [AuditTrail, Edits],
})
export class StaffModule {}
