import { type Access, isStaffAccess } from '../src/core/access.ts';
import { type Direction, narrowings } from './narrowing.ts';
import type { CallSnapshot, JsonSchema, Snapshot } from './snapshot.ts';

/** A change that breaks consumers of the released contract. */
export interface Break {
  /** `call catalog.get-product`, `event order.created.v1`, … */
  part: string;
  /** Path in it: `answer.product.price`. Empty for the whole. */
  field: string;
  what: string;
}

/** Every change in `next` that breaks `released`. */
export function breaksBetween(released: Snapshot, next: Snapshot): Break[] {
  return [
    ...parts('call', released.calls, next.calls, callBreaks),
    ...parts('event', released.events, next.events, (before, after) =>
      schemaBreaks('data', before.data, after.data, 'output'),
    ),
    ...parts('error', released.errors, next.errors, (before, after) =>
      before.status === after.status
        ? []
        : [{ field: 'status', what: `was ${before.status} and is now ${after.status}` }],
    ),
    ...parts('fragment', released.fragments, next.fragments, (before, after) =>
      schemaBreaks('props', before.props, after.props, 'input'),
    ),
    ...parts('browser event', released.browserEvents, next.browserEvents, (before, after) =>
      schemaBreaks('detail', before.detail, after.detail, 'output'),
    ),
  ];
}

type Inner = Omit<Break, 'part'>;

function parts<T>(
  kind: string,
  released: Record<string, T>,
  next: Record<string, T>,
  compare: (before: T, after: T) => Inner[],
): Break[] {
  return Object.entries(released).flatMap(([name, before]) => {
    const after = next[name];
    const inner = after === undefined ? [{ field: '', what: 'was removed' }] : compare(before, after);
    return inner.map((one) => ({ part: `${kind} ${name}`, ...one }));
  });
}

/** From most to least open. */
const OPENNESS = ['guest', 'user', 'staff'];
const openness = (access: Access): number => OPENNESS.indexOf(isStaffAccess(access) ? 'staff' : access);

function callBreaks(before: CallSnapshot, after: CallSnapshot): Inner[] {
  const found: Inner[] = [];
  const changed = (field: 'method' | 'path' | 'status') => {
    if (before[field] !== after[field]) found.push({ field, what: `was ${before[field]} and is now ${after[field]}` });
  };
  changed('method');
  changed('path');
  changed('status');
  const [was, is] = [openness(before.access), openness(after.access)];
  if (before.access !== after.access && (was === -1 || is === -1 || is > was)) {
    found.push({ field: 'access', what: `was ${before.access} and is now ${after.access}` });
  }
  if (before.idempotencyKey && !after.idempotencyKey) {
    found.push({ field: 'idempotencyKey', what: 'is no longer accepted: a retry would repeat the effect' });
  }
  for (const name of before.files) {
    if (!after.files.includes(name)) found.push({ field: `files.${name}`, what: 'is no longer accepted' });
  }
  for (const place of ['params', 'query', 'body'] as const) {
    found.push(...schemaBreaks(place, before[place], after[place], 'input'));
  }
  found.push(...schemaBreaks('answer', before.answer, after.answer, 'output'));
  return found;
}

function schemaBreaks(
  place: string,
  before: JsonSchema | undefined,
  after: JsonSchema | undefined,
  direction: Direction,
): Inner[] {
  // A place without a schema is an empty object that was not validated.
  const nothing: JsonSchema = { type: 'object', properties: {} };
  return narrowings(before ?? nothing, after ?? nothing, direction).map(({ field, what }) => ({
    field: field === '' ? place : `${place}.${field}`.replace('.[', '['),
    what,
  }));
}
