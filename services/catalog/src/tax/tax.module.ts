import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AnswerWithTaxWhenChanged } from './answer-with-tax-when-changed.ts';
import { CartOrder } from './cart-order.ts';
import { taxSchema } from './tax.schema.ts';
import { TaxService } from './tax.service.ts';

@Module({
  imports: [MongooseModule.forFeature([{ name: 'Tax', schema: taxSchema }])],
  controllers: [AnswerWithTaxWhenChanged],
  providers: [CartOrder, TaxService],
  exports: [TaxService],
})
export class TaxModule {}
