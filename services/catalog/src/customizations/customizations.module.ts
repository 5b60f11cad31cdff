import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { StaffModule } from '../staff/staff.module.ts';
import { customizationSchema } from './customization.schema.ts';
import { CustomizationsController } from './customizations.controller.ts';
import { CustomizationsService } from './customizations.service.ts';

@Module({
  imports: [StaffModule, MongooseModule.forFeature([{ name: 'Customization', schema: customizationSchema }])],
  controllers: [CustomizationsController],
  providers: [CustomizationsService],
  exports: [CustomizationsService],
})
export class CustomizationsModule {}
