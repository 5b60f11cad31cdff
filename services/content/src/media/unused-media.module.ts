import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { bannerSchema } from '../banners/banner.schema.ts';
import { ImagesModule } from '../images/images.module.ts';
import { postSchema } from '../posts/post.schema.ts';
import { VideosModule } from '../videos/videos.module.ts';
import { UnusedMedia } from './unused-media.ts';

@Module({
  imports: [
    ImagesModule,
    VideosModule,
    MongooseModule.forFeature([
      { name: 'Post', schema: postSchema },
      { name: 'Banner', schema: bannerSchema },
    ]),
  ],
  providers: [UnusedMedia],
})
export class UnusedMediaModule {}
