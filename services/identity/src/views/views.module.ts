import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { UsersModule } from '../users/users.module.ts';
import { viewSchema } from './view.schema.ts';
import { ViewsController } from './views.controller.ts';
import { ViewsRepository } from './views.repository.ts';
import { ViewsService } from './views.service.ts';

@Module({
  imports: [UsersModule, MongooseModule.forFeature([{ name: 'View', schema: viewSchema }])],
  controllers: [ViewsController],
  providers: [ViewsRepository, ViewsService],
})
export class ViewsModule {}
