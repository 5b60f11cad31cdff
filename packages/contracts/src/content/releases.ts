import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { moment } from '../core/shapes.ts';

export const releaseErrors = defineErrors({
  'releases.away': {
    status: 503,
    message: 'The shell cannot say right now what is live. Please try again shortly',
  },
});

const release = z.object({
  version: z.string(),
  state: z.enum(['live', 'before', 'rolled-back']),
  /** When it was stored, which is not when it went live. */
  publishedAt: moment.nullable(),
  /** When it stopped being live. */
  retiredAt: moment.nullable(),
  /** The commit that it was built from; `null` where nothing said so. */
  commit: z.string().nullable(),
  /** Of all its files. */
  bytes: z.int().nonnegative().nullable(),
});

/** Frontends, what is live of each and was before, and how that came. */
export const releases = z
  .object({
    frontends: z.array(
      z.object({
        /** `mfe-checkout` */
        slice: z.string(),
        /** When the live version went live; `null` where that was before it was written down. */
        liveSince: moment.nullable(),
        /** The newest first. */
        versions: z.array(release),
        /** What a rollback leads to; `null` where there is nothing before. */
        before: z.string().nullable(),
        /** A version that goes live with the shell that it was built for. */
        waiting: z.string().nullable(),
      }),
    ),
    /** The newest first. */
    changes: z.array(
      z.object({
        at: moment,
        slice: z.string(),
        version: z.string(),
        /** What was live until then. */
        replaced: z.string().nullable(),
        kind: z.enum(['deployed', 'rolled-back']),
        /** `user@host` */
        by: z.string(),
      }),
    ),
  })
  .meta({ id: 'Releases' });
export type Releases = z.infer<typeof releases>;

export const listReleases = defineCall({
  id: 'content.list-releases',
  service: 'content',
  method: 'GET',
  path: '/admin/releases',
  access: staff('releases.read'),
  summary:
    'What is live of each frontend since when, from which commit, what was before, and the last 100 changes. Rolling back is the deployer’s: npm run rollback',
  answer: releases,
  errors: ['releases.away'],
  timeoutMs: 15_000,
});
