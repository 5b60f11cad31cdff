import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ReferenceDataController } from './reference-data.controller.ts';
import { ReferenceRecord, referenceRecordSchema } from './reference-record.schema.ts';
import { ReferenceDataService } from './reference-data.service.ts';

@Module({
  imports: [MongooseModule.forFeature([{ name: ReferenceRecord.name, schema: referenceRecordSchema }])],
  controllers: [ReferenceDataController],
  providers: [ReferenceDataService],
})
export class ReferenceDataModule {}
