import { Schema, type Types } from 'mongoose';

export interface SynonymEntry {
  _id: Types.ObjectId;
  means: string;
  words: string[];
}

/** All synonyms. A single document: each search reads its revision, and changes exclude each other. */
export interface SynonymList {
  _id: 'synonyms';
  revision: number;
  entries: SynonymEntry[];
}

const entry = new Schema<SynonymEntry>({
  means: { type: String, required: true },
  words: { type: [String], required: true },
});

export const synonymListSchema = new Schema<SynonymList>(
  { _id: { type: String, required: true }, revision: { type: Number, required: true }, entries: [entry] },
  { collection: 'synonyms', versionKey: false },
);
