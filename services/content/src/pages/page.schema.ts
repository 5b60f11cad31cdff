import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { content } from '@shop/contracts';

/** A text page; its id is the slug. */
@Schema({ collection: 'pages', timestamps: { createdAt: false, updatedAt: true } })
export class PageRecord {
  @Prop({ type: String }) _id!: content.PageSlug;
  @Prop({ required: true }) title!: string;
  @Prop({ required: true }) description!: string;
  /** Validated by the contract on every write. */
  @Prop({ type: [Object], required: true }) blocks!: content.PageBlock[];
  updatedAt!: Date;
}

export const pageSchema = SchemaFactory.createForClass(PageRecord);
