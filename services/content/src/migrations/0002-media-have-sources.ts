import { defineMigration, inBatches } from '@shop/service-kit';
import type { content } from '@shop/contracts';
import { type MediaKind, type Original, storedAt } from '../media/original.ts';
import { sourceOf } from '../media/uploaded.ts';

const KINDS: MediaKind[] = ['images', 'videos'];
const BATCH_SIZE = 200;

interface Document {
  _id: string;
  original?: Original;
  source?: content.MediaSource;
}

/** The library lists by source and time of upload. Of older ones the time is in the key of their object; who sent them is not known. */
export const mediaHaveSources = defineMigration<{ kind: MediaKind; name: string }>({
  id: '0002-media-have-sources',
  run: async ({ db, cursor, saveCursor }) => {
    for (const kind of KINDS.slice(cursor ? KINDS.indexOf(cursor.kind) : 0)) {
      const media = db.collection<Document>(kind);
      const progress = {
        cursor: cursor?.kind === kind ? cursor.name : undefined,
        saveCursor: (name: string) => saveCursor({ kind, name }),
      };
      await inBatches(progress, media, { size: BATCH_SIZE, fields: ['original', 'source'] }, async (batch) => {
        const missing = batch.filter(({ source }) => !source);
        if (missing.length === 0) return;
        await media.bulkWrite(
          missing.map(({ _id, original }) => ({
            updateOne: {
              filter: { _id, source: { $exists: false } },
              update: {
                $set: { source: sourceOf(_id), ...(original && { uploadedAt: new Date(storedAt(original.key)) }) },
              },
            },
          })),
        );
      });
    }
  },
});
