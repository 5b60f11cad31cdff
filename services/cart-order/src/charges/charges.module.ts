import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule } from '@shop/service-kit';
import { ChargesController } from './charges.controller.ts';
import { chargesSchema } from './charges.schema.ts';
import { ChargesService } from './charges.service.ts';

@Module({
  imports: [AuditModule, MongooseModule.forFeature([{ name: 'Charges', schema: chargesSchema }])],
  controllers: [ChargesController],
  providers: [ChargesService],
  exports: [ChargesService],
})
export class ChargesModule {}
