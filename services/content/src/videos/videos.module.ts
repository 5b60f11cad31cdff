import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { videoSchema } from './video.schema.ts';
import { VideosController } from './videos.controller.ts';
import { VideosService } from './videos.service.ts';

@Module({
  imports: [MongooseModule.forFeature([{ name: 'Video', schema: videoSchema }])],
  controllers: [VideosController],
  providers: [VideosService],
})
export class VideosModule {}
