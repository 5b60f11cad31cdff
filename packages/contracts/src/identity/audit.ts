import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineEvent } from '../core/event.ts';
import { shopDay } from '../core/periods.ts';

/** A change made by staff, published by the service that applied it. */
export const auditRecorded = defineEvent({
  name: 'audit.recorded.v1',
  publisher: 'several',
  summary: 'Staff changed something',
  key: 'id of the entry',
  unordered: 'Every entry is the only event of its key',
  data: z.object({
    actorId: z.string(),
    actorName: z.string(),
    /** `noun.past-tense`, for example `user.role-changed`. */
    action: z.string(),
    /** Kind of the changed entity: `user`, `product`, `order` … */
    subject: z.string(),
    subjectId: z.string(),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
    reason: z.string().optional(),
    at: z.iso.datetime(),
  }),
  consumers: { identity: { subscription: 'work', effect: 'stores the audit trail' } },
  consumerRequired: true,
});

export const auditEntry = auditRecorded.data
  .extend({
    _id: z.string(),
    /** Its number in the sealed trail. */
    seq: z.int().optional(),
  })
  .meta({ id: 'AuditEntry' });

export const listAudit = defineCall({
  id: 'identity.list-audit',
  service: 'identity',
  method: 'GET',
  path: '/admin/audit',
  access: staff('audit.read'),
  summary:
    'The audit trail, newest first; `q` finds who by name, e-mail and username, `from` and `to` are days in India',
  query: z.object({
    subject: z.string().max(40).optional(),
    subjectId: z.string().max(100).optional(),
    actorId: z.string().max(100).optional(),
    q: z.string().trim().max(100).optional(),
    action: z.string().max(80).optional(),
    from: shopDay.optional(),
    to: shopDay.optional(),
    page: z.coerce.number().int().min(1).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({ entries: z.array(auditEntry), totalCount: z.int() }),
  errors: [],
});

const auditFault = z.object({
  /** The number that it was sealed with. */
  seq: z.number().optional(),
  entryId: z.string().optional(),
  /** What is wrong, after the name of the entry where there is one: `was changed`. */
  text: z.string(),
});

export const checkAudit = defineCall({
  id: 'identity.check-audit',
  service: 'identity',
  method: 'GET',
  path: '/internal/audit/check',
  access: 'service',
  summary: 'Compares the audit trail with its seals, a part at a time, for `npm run audit`',
  query: z.object({
    /** The number up to which it is compared already. */
    after: z.coerce.number().int().min(0).default(0),
    /** A head that was written down. */
    kept: z
      .string()
      .regex(/^\d{1,12}:[0-9a-f]{64}$/, 'A head is a number, a colon and 64 hexadecimal digits')
      .optional(),
  }),
  answer: z.object({
    faults: z.array(auditFault),
    checked: z.int(),
    /** `after` of the next part; null at the end. */
    next: z.number().nullable(),
    /** At the end: the last number and its digest; null before anything is sealed. */
    head: z.object({ seq: z.number(), digest: z.string() }).nullable(),
    /** At the end: entries that are not sealed yet. */
    waiting: z.int(),
  }),
  errors: [],
  timeoutMs: 20_000,
});
