import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { UsersModule } from '../users/users.module.ts';
import { noticeSchema } from './notice.schema.ts';
import { NoticeMails } from './notice-mails.ts';
import { NoticesController } from './notices.controller.ts';
import { NoticesRepository } from './notices.repository.ts';
import { NoticesService } from './notices.service.ts';
import { TellStaffWhenSomethingHappened } from './tell-staff-when-something-happened.ts';

@Module({
  imports: [UsersModule, MongooseModule.forFeature([{ name: 'Notice', schema: noticeSchema }])],
  controllers: [NoticesController, TellStaffWhenSomethingHappened],
  providers: [NoticesRepository, NoticesService, NoticeMails],
})
export class NoticesModule {}
