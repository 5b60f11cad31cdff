import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { BrandModule } from '../brand/brand.module.ts';
import { PagesModule } from '../pages/pages.module.ts';
import { StaffModule } from '../staff/staff.module.ts';
import { MenusController } from './menus.controller.ts';
import { menusSchema } from './menus.schema.ts';
import { MenusService } from './menus.service.ts';

/** Menus of the shop: what header, slide-out menu and footer show. */
@Module({
  imports: [StaffModule, BrandModule, PagesModule, MongooseModule.forFeature([{ name: 'Menus', schema: menusSchema }])],
  controllers: [MenusController],
  providers: [MenusService],
})
export class MenusModule {}
