import { Module } from '@nestjs/common';
import { AuditTrail, StaffNames } from '@shop/service-kit';
import { PeopleModule } from '../people/people.module.ts';
import { PeopleService } from '../people/people.service.ts';

@Module({
  imports: [PeopleModule],
  providers: [AuditTrail, { provide: StaffNames, useExisting: PeopleService }],
  exports: [AuditTrail],
})
export class StaffModule {}
