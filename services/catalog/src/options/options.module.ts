import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { catalog } from '@shop/contracts';
import { AuditModule } from '@shop/service-kit';
import { PicturesModule } from '../pictures/pictures.module.ts';
import { RenamesModule } from '../renames/renames.module.ts';
import { optionListController } from './option-list.controller.ts';
import { optionSchema } from './option.schema.ts';
import { OptionsService } from './options.service.ts';

@Module({
  imports: [
    AuditModule,
    PicturesModule,
    RenamesModule,
    MongooseModule.forFeature([{ name: 'Option', schema: optionSchema }]),
  ],
  controllers: catalog.OPTION_KINDS.map(optionListController),
  providers: [OptionsService],
  exports: [OptionsService],
})
export class OptionsModule {}
