import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** One change by staff in any service. Immutable. */
@Schema({
  collection: 'audit',
  // Stores empty objects, which mean that nothing differed.
  minimize: false,
})
export class AuditEntry {
  /** The id of its event. */
  @Prop({ type: String }) _id!: string;
  @Prop({ required: true }) actorId!: string;
  @Prop({ required: true }) actorName!: string;
  @Prop({ required: true }) action!: string;
  @Prop({ required: true }) subject!: string;
  @Prop({ required: true }) subjectId!: string;
  @Prop({ type: Object, default: null }) before!: Record<string, unknown> | null;
  @Prop({ type: Object, default: null }) after!: Record<string, unknown> | null;
  @Prop({ type: String }) reason?: string;
  @Prop({ required: true }) at!: Date;
}

export const auditSchema = SchemaFactory.createForClass(AuditEntry);
auditSchema.index({ at: -1, _id: -1 });
auditSchema.index({ subject: 1, at: -1, _id: -1 });
auditSchema.index({ subjectId: 1, at: -1, _id: -1 });
auditSchema.index({ actorId: 1, at: -1, _id: -1 });

/** Fields of an account that an entry tells when staff change them. */
export const PERSONAL = ['name', 'email', 'username'] as const;

/** An entry about an account that was deleted. */
export function withoutPerson<E extends Pick<AuditEntry, 'before' | 'after'>>(entry: E): E {
  const without = (side: AuditEntry['before']) =>
    side && Object.fromEntries(Object.entries(side).filter(([field]) => !PERSONAL.some((one) => one === field)));
  return { ...entry, before: without(entry.before), after: without(entry.after) };
}
