import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuthModule } from '../auth/auth.module.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { DeletionService } from './deletion.service.ts';
import { downloadSchema } from './download.schema.ts';
import { DownloadsRepository } from './downloads.repository.ts';
import { DownloadsService } from './downloads.service.ts';
import { OwnDataController } from './own-data.controller.ts';
import { Slices } from './slices.ts';

@Module({
  imports: [
    AuthModule,
    UsersModule,
    SessionsModule,
    MongooseModule.forFeature([{ name: 'Download', schema: downloadSchema }]),
  ],
  controllers: [OwnDataController],
  providers: [Slices, DownloadsRepository, DownloadsService, DeletionService],
})
export class OwnDataModule {}
