import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { MediaModule } from '../media/media.module.ts';
import { ImageRenditions } from './image-renditions.ts';
import { imageSchema } from './image.schema.ts';
import { ImagesController } from './images.controller.ts';
import { ImagesService } from './images.service.ts';

@Module({
  imports: [MediaModule, MongooseModule.forFeature([{ name: 'Image', schema: imageSchema }])],
  controllers: [ImagesController],
  providers: [ImagesService, ImageRenditions],
  exports: [ImagesService],
})
export class ImagesModule {}
