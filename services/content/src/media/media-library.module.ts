import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { bannerSchema } from '../banners/banner.schema.ts';
import { BannersModule } from '../banners/banners.module.ts';
import { ImagesModule } from '../images/images.module.ts';
import { postSchema } from '../posts/post.schema.ts';
import { PostsModule } from '../posts/posts.module.ts';
import { RecipientsModule } from '../recipients/recipients.module.ts';
import { StaffModule } from '../staff/staff.module.ts';
import { VideosModule } from '../videos/videos.module.ts';
import { MediaLibrary } from './media-library.ts';
import { MediaLibraryController } from './media-library.controller.ts';
import { MediaUses } from './media-uses.ts';
import { MediaModule } from './media.module.ts';
import { UnusedMedia } from './unused-media.ts';
import { UnusedObjects } from './unused-objects.ts';

/** What is used of pictures and clips: the library of staff, and the removal of what nothing shows. */
@Module({
  imports: [
    MediaModule,
    ImagesModule,
    VideosModule,
    PostsModule,
    BannersModule,
    RecipientsModule,
    StaffModule,
    MongooseModule.forFeature([
      { name: 'Post', schema: postSchema },
      { name: 'Banner', schema: bannerSchema },
    ]),
  ],
  controllers: [MediaLibraryController],
  providers: [MediaUses, MediaLibrary, UnusedMedia, UnusedObjects],
})
export class MediaLibraryModule {}
