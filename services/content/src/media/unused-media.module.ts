import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { bannerSchema } from '../banners/banner.schema.ts';
import { ImagesModule } from '../images/images.module.ts';
import { postSchema } from '../posts/post.schema.ts';
import { VideosModule } from '../videos/videos.module.ts';
import { MediaModule } from './media.module.ts';
import { UnusedMedia } from './unused-media.ts';
import { UnusedObjects } from './unused-objects.ts';

@Module({
  imports: [
    MediaModule,
    ImagesModule,
    VideosModule,
    MongooseModule.forFeature([
      { name: 'Post', schema: postSchema },
      { name: 'Banner', schema: bannerSchema },
    ]),
  ],
  providers: [UnusedMedia, UnusedObjects],
})
export class UnusedMediaModule {}
