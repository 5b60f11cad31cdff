import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule } from '@shop/service-kit';
import { methodSchema } from './method.schema.ts';
import { MethodsController } from './methods.controller.ts';
import { MethodsService } from './methods.service.ts';

@Module({
  imports: [AuditModule, MongooseModule.forFeature([{ name: 'Method', schema: methodSchema }])],
  controllers: [MethodsController],
  providers: [MethodsService],
  exports: [MethodsService],
})
export class MethodsModule {}
