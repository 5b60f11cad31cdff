import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { productSchema } from '../products/product.schema.ts';
import { StaffModule } from '../staff/audit-trail.ts';
import { MaterialsController } from './materials.controller.ts';
import { MaterialsRepository } from './materials.repository.ts';
import { MaterialsService } from './materials.service.ts';
import { materialSchema } from './material.schema.ts';

@Module({
  imports: [
    StaffModule,
    MongooseModule.forFeature([
      { name: 'Material', schema: materialSchema },
      { name: 'Product', schema: productSchema },
    ]),
  ],
  controllers: [MaterialsController],
  providers: [MaterialsService, MaterialsRepository],
  exports: [MaterialsService, MaterialsRepository],
})
export class MaterialsModule {}
