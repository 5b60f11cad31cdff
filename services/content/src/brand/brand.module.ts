import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { BrandController } from './brand.controller.ts';
import { BrandRecord, brandSchema } from './brand.schema.ts';
import { BrandService } from './brand.service.ts';

@Module({
  imports: [MongooseModule.forFeature([{ name: BrandRecord.name, schema: brandSchema }])],
  controllers: [BrandController],
  providers: [BrandService],
  exports: [BrandService],
})
export class BrandModule {}
