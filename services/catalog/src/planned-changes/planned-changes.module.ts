import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule, PeopleModule } from '@shop/service-kit';
import { ProductsModule } from '../products/products.module.ts';
import { PlannedChangeRunner } from './planned-change-runner.ts';
import { plannedChangeSchema } from './planned-change.schema.ts';
import { PlannedChangesController } from './planned-changes.controller.ts';
import { PlannedChangesRepository } from './planned-changes.repository.ts';
import { PlannedChangesService } from './planned-changes.service.ts';

@Module({
  imports: [
    ProductsModule,
    AuditModule,
    PeopleModule,
    MongooseModule.forFeature([{ name: 'PlannedChange', schema: plannedChangeSchema }]),
  ],
  controllers: [PlannedChangesController],
  providers: [PlannedChangesService, PlannedChangesRepository, PlannedChangeRunner],
})
export class PlannedChangesModule {}
