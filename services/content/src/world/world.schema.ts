import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** The last good answer of an outside service, so that a restart does not need it. */
@Schema({ collection: 'outside', timestamps: true })
export class OutsideRecord {
  @Prop({ type: String }) _id!: 'countries' | 'rates';
  @Prop({ type: Object, required: true }) answer!: unknown;
}

export const outsideSchema = SchemaFactory.createForClass(OutsideRecord);
