import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { imageSchema } from './image.schema.ts';
import { ImagesController } from './images.controller.ts';
import { ImagesService } from './images.service.ts';

@Module({
  imports: [MongooseModule.forFeature([{ name: 'Image', schema: imageSchema }])],
  controllers: [ImagesController],
  providers: [ImagesService],
})
export class ImagesModule {}
