import { defineMigration, inBatches } from '@shop/service-kit';
import type { Attempt } from '../attempts/attempt.schema.ts';

const BATCH_SIZE = 500;

/** Failed attempts were kept for ever. Those still watched stay so: the previous version would keep their time when it captures them. */
export const failedAttemptsExpire = (keepMs: number) =>
  defineMigration<string>({
    id: '0001-failed-attempts-expire',
    run: async (context) => {
      const attempts = context.db.collection<Attempt>('attempts');
      const isOver = {
        state: 'failed',
        keepUntil: { $exists: false },
        watchUntil: { $not: { $gte: new Date() } },
      } as const;
      const keepUntil = { $add: [{ $ifNull: ['$watchUntil', '$expiresAt'] }, keepMs] };
      await inBatches(context, attempts, { size: BATCH_SIZE, fields: ['_id'] }, async (batch) => {
        await attempts.updateMany({ _id: { $in: batch.map(({ _id }) => _id) }, ...isOver }, [{ $set: { keepUntil } }]);
      });
    },
  });
