import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { catalog } from '@shop/contracts';
import { AuditModule } from '@shop/service-kit';
import { RenamesModule } from '../renames/renames.module.ts';
import { optionListController } from './option-list.controller.ts';
import { optionSchema } from './option.schema.ts';
import { OptionsService } from './options.service.ts';
import { Pictures } from './pictures.ts';

@Module({
  imports: [AuditModule, RenamesModule, MongooseModule.forFeature([{ name: 'Option', schema: optionSchema }])],
  controllers: catalog.OPTION_KINDS.map(optionListController),
  providers: [OptionsService, Pictures],
  exports: [OptionsService],
})
export class OptionsModule {}
