import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as RawSchema } from 'mongoose';

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
  /** Made at arrival; none of entries from before there were marks, until they are sealed. */
  @Prop({ type: Object }) mark?: Mark;
  /** Its number in the sealed trail, given after the fact. */
  @Prop({ type: Number }) seq?: number;
}

/** That an entry is as identity stored it. */
export interface Mark {
  keyId: string;
  mac: string;
  /** Digest of what names a person, and the salt that goes with the person: the digest then says nothing, and still fits. */
  personal?: string;
  salt?: string;
}

/** A link of the chain: which entry has this number. */
export interface AuditSeal {
  seq: number;
  entryId: string;
  /** Of the entry. */
  mac: string;
  keyId: string;
  /** Over the above and the digest of the seal before. */
  digest: string;
}

/** Where the chain ends. */
export interface AuditHead {
  seq: number;
  digest: string;
  /** When sealing began. */
  since: Date;
  keyId: string;
  mac: string;
}

export type StoredSeal = Omit<AuditSeal, 'seq'> & { _id: number };
/** The id of the only one. */
export const HEAD = 'head';
export type StoredHead = AuditHead & { _id: string };

export const auditSealSchema = new RawSchema<StoredSeal>(
  { _id: { type: Number, required: true }, entryId: String, mac: String, keyId: String, digest: String },
  { collection: 'audit-seals', versionKey: false },
);
auditSealSchema.index({ entryId: 1 }, { unique: true });

export const auditHeadSchema = new RawSchema<StoredHead>(
  { _id: { type: String, required: true }, seq: Number, digest: String, since: Date, keyId: String, mac: String },
  { collection: 'audit-head', versionKey: false },
);

export const auditSchema = SchemaFactory.createForClass(AuditEntry);
auditSchema.index({ at: -1, _id: -1 });
auditSchema.index({ subject: 1, at: -1, _id: -1 });
auditSchema.index({ subjectId: 1, at: -1, _id: -1 });
auditSchema.index({ actorId: 1, at: -1, _id: -1 });
auditSchema.index({ action: 1, at: -1, _id: -1 });
// What is not sealed yet, in the order in which it will be.
auditSchema.index({ seq: 1, at: 1, _id: 1 });

/** Fields of an account that an entry tells when staff change them. */
export const PERSONAL = ['name', 'email', 'username'] as const;

/** An entry about an account that was deleted. */
export function withoutPerson<E extends Pick<AuditEntry, 'before' | 'after'>>(entry: E): E {
  const without = (side: AuditEntry['before']) =>
    side && Object.fromEntries(Object.entries(side).filter(([field]) => !PERSONAL.some((one) => one === field)));
  return { ...entry, before: without(entry.before), after: without(entry.after) };
}
