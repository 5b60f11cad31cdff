import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { customizationSchema } from '../customizations/customization.schema.ts';
import { productSchema } from '../products/product.schema.ts';
import { OptionUses } from './option-uses.ts';
import { renameSchema } from './rename.schema.ts';
import { RenamesService } from './renames.service.ts';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: 'Rename', schema: renameSchema },
      { name: 'Product', schema: productSchema },
      { name: 'Customization', schema: customizationSchema },
    ]),
  ],
  providers: [RenamesService, OptionUses],
  exports: [RenamesService, OptionUses],
})
export class RenamesModule {}
