import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule } from '@shop/service-kit';
import { courierSchema } from './courier.schema.ts';
import { CouriersController } from './couriers.controller.ts';
import { CouriersService } from './couriers.service.ts';

@Module({
  imports: [AuditModule, MongooseModule.forFeature([{ name: 'Courier', schema: courierSchema }])],
  controllers: [CouriersController],
  providers: [CouriersService],
  exports: [CouriersService],
})
export class CouriersModule {}
