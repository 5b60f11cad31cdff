import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { productSchema } from '../products/product.schema.ts';
import { StaffModule } from '../staff/audit-trail.ts';
import { CategoriesController } from './categories.controller.ts';
import { CategoriesRepository } from './categories.repository.ts';
import { CategoriesService } from './categories.service.ts';
import { categorySchema } from './category.schema.ts';

@Module({
  imports: [
    StaffModule,
    MongooseModule.forFeature([
      { name: 'Category', schema: categorySchema },
      { name: 'Product', schema: productSchema },
    ]),
  ],
  controllers: [CategoriesController],
  providers: [CategoriesService, CategoriesRepository],
  exports: [CategoriesService, CategoriesRepository],
})
export class CategoriesModule {}
