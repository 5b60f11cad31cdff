import { defineMigration, inBatches, type Migration } from '@shop/service-kit';
import type { Storage } from '@shop/storage';
import pLimit from 'p-limit';
import { copyToStorage, type DocumentWithBytes } from '../media/copy-to-storage.ts';
import type { MediaKind } from '../media/original.ts';

const KINDS: MediaKind[] = ['images', 'videos'];
const BATCH_SIZE = 50;
/** Each holds a whole picture or clip in memory twice. */
const CONCURRENT_COPIES = 4;

/** The bytes of images and videos were in their documents alone. They stay there for the version before. */
export const mediaAreObjects = (storage: Storage): Migration =>
  defineMigration<{ kind: MediaKind; name: string }>({
    id: '0001-media-are-objects',
    run: async ({ db, cursor, saveCursor, log }) => {
      const limit = pLimit(CONCURRENT_COPIES);
      for (const kind of KINDS.slice(cursor ? KINDS.indexOf(cursor.kind) : 0)) {
        const media = db.collection<DocumentWithBytes>(kind);
        let copied = 0;
        const progress = {
          cursor: cursor?.kind === kind ? cursor.name : undefined,
          saveCursor: (name: string) => saveCursor({ kind, name }),
        };
        await inBatches(progress, media, { size: BATCH_SIZE, fields: ['original'] }, async (batch) => {
          const missing = batch.filter(({ original }) => !original);
          await limit.map(missing, ({ _id: name }) => copyToStorage(media, { storage, kind, name, now: new Date() }));
          copied += missing.length;
        });
        log.log('media copied to the storage', { kind, copied });
      }
    },
  });
