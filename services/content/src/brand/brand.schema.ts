import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { content } from '@shop/contracts';

/** One document: the shop has one brand. */
@Schema({ collection: 'brand', timestamps: true })
export class BrandRecord {
  @Prop({ type: String }) _id!: 'brand';
  /** Validated by the contract on every write. */
  @Prop({ type: Object, required: true }) brand!: content.Brand;
}

export const brandSchema = SchemaFactory.createForClass(BrandRecord);
