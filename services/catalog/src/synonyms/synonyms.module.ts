import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule } from '@shop/service-kit';
import { SynonymsController } from './synonyms.controller.ts';
import { synonymListSchema } from './synonyms.schema.ts';
import { SynonymsService } from './synonyms.service.ts';

@Module({
  imports: [AuditModule, MongooseModule.forFeature([{ name: 'SynonymList', schema: synonymListSchema }])],
  controllers: [SynonymsController],
  providers: [SynonymsService],
  exports: [SynonymsService],
})
export class SynonymsModule {}
