import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { BuyersRepository } from './buyers.repository.ts';
import { erasureSchema } from './erasure.schema.ts';
import { sealedBuyerSchema } from './sealed-buyer.schema.ts';

/** The repository alone: bills need whom they are made out to. */
@Module({
  imports: [
    MongooseModule.forFeature([
      { name: 'SealedBuyer', schema: sealedBuyerSchema },
      { name: 'Erasure', schema: erasureSchema },
    ]),
  ],
  providers: [BuyersRepository],
  exports: [BuyersRepository],
})
export class BuyersStoreModule {}
