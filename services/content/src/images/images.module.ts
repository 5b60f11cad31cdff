import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ImageForms } from './image-forms.ts';
import { imageFormSchema, imageSchema } from './image.schema.ts';
import { ImagesController } from './images.controller.ts';
import { ImagesService } from './images.service.ts';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: 'Image', schema: imageSchema },
      { name: 'ImageForm', schema: imageFormSchema },
    ]),
  ],
  controllers: [ImagesController],
  providers: [ImagesService, ImageForms],
  exports: [ImagesService],
})
export class ImagesModule {}
