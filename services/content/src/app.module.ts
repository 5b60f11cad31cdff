import { Module } from '@nestjs/common';
import { BrandModule } from './brand/brand.module.ts';
import { ImagesModule } from './images/images.module.ts';
import { MailModule } from './mail/mail.module.ts';
import { PagesModule } from './pages/pages.module.ts';
import { WorldModule } from './world/world.module.ts';

@Module({ imports: [ImagesModule, MailModule, BrandModule, PagesModule, WorldModule] })
export class AppModule {}
