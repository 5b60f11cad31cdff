import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { StaffModule } from '../staff/staff.module.ts';
import { PageRecord, pageSchema } from './page.schema.ts';
import { PagesController } from './pages.controller.ts';
import { PagesService } from './pages.service.ts';

@Module({
  imports: [StaffModule, MongooseModule.forFeature([{ name: PageRecord.name, schema: pageSchema }])],
  controllers: [PagesController],
  providers: [PagesService],
})
export class PagesModule {}
