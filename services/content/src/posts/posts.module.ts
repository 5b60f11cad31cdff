import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ImagesModule } from '../images/images.module.ts';
import { StaffModule } from '../staff/staff.module.ts';
import { postSchema } from './post.schema.ts';
import { PostsController } from './posts.controller.ts';
import { PostsService } from './posts.service.ts';

@Module({
  imports: [ImagesModule, StaffModule, MongooseModule.forFeature([{ name: 'Post', schema: postSchema }])],
  controllers: [PostsController],
  providers: [PostsService],
  exports: [PostsService],
})
export class PostsModule {}
