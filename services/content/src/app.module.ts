import { Module } from '@nestjs/common';
import { content } from '@shop/contracts';
import { OperationsModule } from '@shop/service-kit';
import { BannersModule } from './banners/banners.module.ts';
import { BrandModule } from './brand/brand.module.ts';
import { ImagesModule } from './images/images.module.ts';
import { MailModule } from './mail/mail.module.ts';
import { MenusModule } from './menus/menus.module.ts';
import { PagesModule } from './pages/pages.module.ts';
import { PostsModule } from './posts/posts.module.ts';
import { MediaLibraryModule } from './media/media-library.module.ts';
import { VideosModule } from './videos/videos.module.ts';
import { ReferenceDataModule } from './reference-data/reference-data.module.ts';
import { ReleasesModule } from './releases/releases.module.ts';
import { StaffModule } from './staff/staff.module.ts';

@Module({
  imports: [
    ImagesModule,
    VideosModule,
    MediaLibraryModule,
    BannersModule,
    PostsModule,
    MailModule,
    BrandModule,
    PagesModule,
    MenusModule,
    ReferenceDataModule,
    ReleasesModule,
    OperationsModule.of(content, StaffModule),
  ],
})
export class AppModule {}
