import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule } from '@shop/service-kit';
import { ChargesModule } from '../charges/charges.module.ts';
import { deliveryAreaSchema } from './delivery-area.schema.ts';
import { DeliveryAreasRepository } from './delivery-areas.repository.ts';
import { DeliveryController } from './delivery.controller.ts';
import { DeliveryService } from './delivery.service.ts';

@Module({
  imports: [
    AuditModule,
    ChargesModule,
    MongooseModule.forFeature([{ name: 'DeliveryArea', schema: deliveryAreaSchema }]),
  ],
  controllers: [DeliveryController],
  providers: [DeliveryAreasRepository, DeliveryService],
  exports: [DeliveryService],
})
export class DeliveryModule {}
