import type { Access } from '../src/core/access.ts';
import { z } from 'zod';
import { type AnyCall, type Method, type Service, wirePath } from '../src/core/call.ts';
import type { ErrorCode, ErrorSpec } from '../src/core/error.ts';
import type { AnyEvent } from '../src/core/event.ts';
import type { AnyBrowserEvent, AnyFragment } from '../src/core/fragment.ts';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** The contract as plain data, the format of `released.json`. */
export interface Snapshot {
  calls: Record<string, CallSnapshot>;
  events: Record<string, { publisher: string; consumers: string[]; data: JsonSchema }>;
  errors: Record<string, { status: number }>;
  fragments: Record<string, { props: JsonSchema }>;
  browserEvents: Record<string, { detail: JsonSchema }>;
}

export interface CallSnapshot {
  service: Service;
  method: Method;
  path: string;
  access: Access;
  status: number;
  idempotencyKey: boolean;
  files: readonly string[];
  params?: JsonSchema;
  query?: JsonSchema;
  body?: JsonSchema;
  answer: JsonSchema;
}

export interface Declarations {
  calls: readonly AnyCall[];
  events: readonly AnyEvent[];
  errors: Readonly<Record<ErrorCode, ErrorSpec>>;
  fragments: readonly AnyFragment[];
  browserEvents: readonly AnyBrowserEvent[];
}

const project = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...projection } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
  return projection;
};

const by = <T, V>(list: readonly T[], key: (one: T) => string, value: (one: T) => V): Record<string, V> =>
  Object.fromEntries(list.map((one) => [key(one), value(one)] as const).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The contract as currently declared. */
export function snapshotOf({ calls, events, errors, fragments, browserEvents }: Declarations): Snapshot {
  return {
    calls: by(
      calls,
      ({ id }) => id,
      (call) => ({
        service: call.service,
        method: call.method,
        path: wirePath(call),
        access: call.access,
        status: call.status ?? 200,
        idempotencyKey: call.idempotencyKey ?? false,
        files: Object.keys(call.files ?? {}),
        ...(call.params ? { params: project(call.params, 'input') } : {}),
        ...(call.query ? { query: project(call.query, 'input') } : {}),
        ...(call.body ? { body: project(call.body, 'input') } : {}),
        answer: project(call.answer, 'output'),
      }),
    ),
    events: by(
      events,
      ({ name }) => name,
      (event) => ({
        publisher: event.publisher,
        consumers: Object.keys(event.consumers).sort(),
        data: project(event.data, 'output'),
      }),
    ),
    errors: by(
      Object.entries(errors) as [string, ErrorSpec][],
      ([code]) => code,
      ([, { status }]) => ({ status }),
    ),
    fragments: by(
      fragments,
      ({ id }) => id,
      ({ props }) => ({ props: project(props, 'input') }),
    ),
    browserEvents: by(
      browserEvents,
      ({ name }) => name,
      ({ detail }) => ({ detail: project(detail, 'output') }),
    ),
  };
}
