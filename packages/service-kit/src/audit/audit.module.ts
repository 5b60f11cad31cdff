import { Module } from '@nestjs/common';
import { People } from '../people/people.ts';
import { PeopleModule } from '../people/people.module.ts';
import { Edits } from '../edits/edits.ts';
import { AuditTrail, StaffNames } from './audit-trail.ts';

/** The audit trail of a service that takes names of accounts from identity's events. */
@Module({
  imports: [PeopleModule],
  providers: [AuditTrail, Edits, { provide: StaffNames, useExisting: People }],
  exports: [AuditTrail, Edits],
})
export class AuditModule {}
