import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { productSnapshotSchema } from './product-snapshot.schema.ts';
import { ProductSnapshotsService } from './product-snapshots.service.ts';
import { RefreshProductSnapshotWhenCatalogueChanged } from './refresh-product-snapshot-when-catalogue-changed.ts';

@Module({
  imports: [MongooseModule.forFeature([{ name: 'ProductSnapshot', schema: productSnapshotSchema }])],
  controllers: [RefreshProductSnapshotWhenCatalogueChanged],
  providers: [ProductSnapshotsService],
  exports: [ProductSnapshotsService],
})
export class ProductSnapshotsModule {}
