import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineEvent } from '../core/event.ts';

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

export const auditEntry = auditRecorded.data.extend({ _id: z.string() }).meta({ id: 'AuditEntry' });

export const listAudit = defineCall({
  id: 'identity.list-audit',
  service: 'identity',
  method: 'GET',
  path: '/admin/audit',
  access: staff('audit.read'),
  summary: 'The audit trail, newest first',
  query: z.object({
    subject: z.string().max(40).optional(),
    subjectId: z.string().max(100).optional(),
    actorId: z.string().max(100).optional(),
    page: z.coerce.number().int().min(1).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({ entries: z.array(auditEntry), totalCount: z.int() }),
  errors: [],
});
