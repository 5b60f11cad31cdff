import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { WorldController } from './world.controller.ts';
import { OutsideRecord, outsideSchema } from './world.schema.ts';
import { WorldService } from './world.service.ts';

@Module({
  imports: [MongooseModule.forFeature([{ name: OutsideRecord.name, schema: outsideSchema }])],
  controllers: [WorldController],
  providers: [WorldService],
})
export class WorldModule {}
