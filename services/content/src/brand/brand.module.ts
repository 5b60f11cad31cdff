import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { StaffModule } from '../staff/staff.module.ts';
import { BrandController } from './brand.controller.ts';
import { BrandRecord, brandSchema } from './brand.schema.ts';
import { BrandService } from './brand.service.ts';

@Module({
  imports: [StaffModule, MongooseModule.forFeature([{ name: BrandRecord.name, schema: brandSchema }])],
  controllers: [BrandController],
  providers: [BrandService],
  exports: [BrandService],
})
export class BrandModule {}
