import type { content } from '@shop/contracts';
import type { Session } from '@shop/service-kit';
import type { Schema } from 'mongoose';

/** `double`: another file with the same content is kept in its place; the library does not show it. */
export type StoredSource = content.MediaSource | 'double';

/** What the library knows of an image or video beside its bytes. */
export interface Uploaded {
  source?: StoredSource;
  uploadedAt?: Date;
  /** Account of the staff who uploaded it. */
  uploadedBy?: string;
  /** Of the file as it was sent, in hexadecimal digits: the same file again is found without making a picture of it. */
  uploadSha256?: string;
  /** Uploaded into the library, where it stays also while nothing shows it. */
  isKept?: boolean;
  /** Kinds of what showed it at the last look, in the order of the alphabet: `banner product`. */
  usedBy?: string;
}

export const uploadedFields = {
  source: String,
  uploadedAt: Date,
  uploadedBy: String,
  uploadSha256: String,
  isKept: Boolean,
  usedBy: String,
};

/** All that the library chooses and sorts by, so that it reads the index alone: the documents of a version before hold the bytes. */
export const ENTRY_KEYS = {
  ...({ _id: 1, source: 1, unusedSince: 1, usedBy: 1, isKept: 1, uploadedAt: 1 } as const),
  ...({ 'original.size': 1, 'original.sha256': 1, uploadSha256: 1 } as const),
} as const;

export function indexUploads(schema: Schema<never> | Schema): void {
  const media = schema as Schema;
  media.index({ source: 1, uploadedAt: -1, _id: -1 });
  media.index({ source: 1, unusedSince: 1, uploadedAt: -1, _id: -1 });
  media.index({ uploadSha256: 1 });
  media.index({ 'original.sha256': 1 });
  media.index(ENTRY_KEYS);
}

export const sourceOf = (name: string): content.MediaSource => (name.startsWith('demo/') ? 'demo' : 'staff');

/** `keep`: see `isKept`. */
export const byStaff = ({ userId }: Pick<Session, 'userId'>, keep?: 'true'): Uploaded => ({
  ...{ source: 'staff', uploadedBy: userId },
  ...(keep && { isKept: true }),
});
