import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { RecipientsModule } from '../recipients/recipients.module.ts';
import { StaffModule } from '../staff/staff.module.ts';
import { pageSchema } from './page.schema.ts';
import { PagesController } from './pages.controller.ts';
import { PagesRepository } from './pages.repository.ts';
import { PagesService } from './pages.service.ts';

@Module({
  imports: [StaffModule, RecipientsModule, MongooseModule.forFeature([{ name: 'Page', schema: pageSchema }])],
  controllers: [PagesController],
  providers: [PagesService, PagesRepository],
  exports: [PagesRepository],
})
export class PagesModule {}
