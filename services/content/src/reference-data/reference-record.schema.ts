import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** The last good answer of an external service; survives restarts. */
@Schema({ collection: 'outside', timestamps: true })
export class ReferenceRecord {
  @Prop({ type: String }) _id!: 'countries' | 'rates';
  @Prop({ type: Object, required: true }) answer!: unknown;
}

export const referenceRecordSchema = SchemaFactory.createForClass(ReferenceRecord);
