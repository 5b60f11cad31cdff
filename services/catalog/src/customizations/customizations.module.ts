import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule } from '@shop/service-kit';
import { customizationSchema } from './customization.schema.ts';
import { CustomizationsController } from './customizations.controller.ts';
import { CustomizationsService } from './customizations.service.ts';

@Module({
  imports: [AuditModule, MongooseModule.forFeature([{ name: 'Customization', schema: customizationSchema }])],
  controllers: [CustomizationsController],
  providers: [CustomizationsService],
  exports: [CustomizationsService],
})
export class CustomizationsModule {}
