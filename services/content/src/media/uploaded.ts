import type { content } from '@shop/contracts';
import type { Session } from '@shop/service-kit';
import type { Schema } from 'mongoose';

/** What the library knows of an image or video beside its bytes. */
export interface Uploaded {
  source?: content.MediaSource;
  uploadedAt?: Date;
  /** Account of the staff who uploaded it. */
  uploadedBy?: string;
  /** Of the file as it was sent, in hexadecimal digits: the same file again is found without making a picture of it. */
  uploadSha256?: string;
}

export const uploadedFields = { source: String, uploadedAt: Date, uploadedBy: String, uploadSha256: String };

export function indexUploads(schema: Schema<never> | Schema): void {
  const media = schema as Schema;
  media.index({ source: 1, uploadedAt: -1, _id: -1 });
  media.index({ source: 1, unusedSince: 1, uploadedAt: -1, _id: -1 });
  media.index({ uploadSha256: 1 });
  media.index({ 'original.sha256': 1 });
}

export const sourceOf = (name: string): content.MediaSource => (name.startsWith('demo/') ? 'demo' : 'staff');

export const byStaff = ({ userId }: Pick<Session, 'userId'>): Uploaded => ({ source: 'staff', uploadedBy: userId });
