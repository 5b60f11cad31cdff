import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ImagesModule } from '../images/images.module.ts';
import { StaffModule } from '../staff/staff.module.ts';
import { bannerSchema } from './banner.schema.ts';
import { BannersController } from './banners.controller.ts';
import { BannersService } from './banners.service.ts';

@Module({
  imports: [ImagesModule, StaffModule, MongooseModule.forFeature([{ name: 'Banner', schema: bannerSchema }])],
  controllers: [BannersController],
  providers: [BannersService],
  exports: [BannersService],
})
export class BannersModule {}
